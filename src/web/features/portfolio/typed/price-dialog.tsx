import { z } from "zod";
import { typedPriceInputSchema } from "#shared/portfolio/typed-holdings.ts";
import type { DialogState } from "#web/lib/action-dialog.tsx";
import { callApi } from "#web/lib/api.ts";
import { price, typedAs } from "#web/lib/form-codecs.ts";
import { FormField } from "#web/ui/form/form.tsx";
import { NumberField } from "#web/ui/form/number-field.tsx";
import { Input } from "#web/ui/input.tsx";
import { TypedDialog } from "./typed-dialog.tsx";

const priceForm = typedAs(z.object({ as_of: z.string(), price, source: z.string() }), typedPriceInputSchema);

export function PriceDialog({ companyId, ...state }: DialogState & { companyId: string }) {
  return (
    <TypedDialog
      {...state}
      title="What is a share worth?"
      text="What you think it is worth, for your own figures. Enter £0 if nothing is left."
      draft={`/portfolio/me/typed/companies/${companyId}/prices`}
      schema={priceForm}
      defaultValues={{ as_of: "", price: "", source: "" }}
      send={(input) => callApi("POST", `/portfolio/me/typed/companies/${companyId}/prices`, input)}
    >
      {(form) => (
        <>
          <NumberField form={form} name="price" kind="price" label="Price of a share, in pounds" />
          <FormField form={form} name="as_of" label="From">
            <Input type="date" />
          </FormField>
          <FormField
            form={form}
            name="source"
            label="Where it is from"
            hint="Such as their last round; you may leave it empty"
          >
            <Input autoComplete="off" />
          </FormField>
        </>
      )}
    </TypedDialog>
  );
}
