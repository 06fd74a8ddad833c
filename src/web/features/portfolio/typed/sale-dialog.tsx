import { z } from "zod";
import { typedSaleInputSchema } from "#shared/portfolio/typed-holdings.ts";
import { typedPageMessages as messages } from "#shared/portfolio/typed-page-messages.ts";
import type { DialogState } from "#web/lib/action-dialog.tsx";
import { callApi } from "#web/lib/api.ts";
import { pounds, poundsOrZero, shares, typedAs } from "#web/lib/form-codecs.ts";
import { FormField } from "#web/ui/form/form.tsx";
import { NumberField } from "#web/ui/form/number-field.tsx";
import { Input } from "#web/ui/input.tsx";
import { TypedDialog } from "./typed-dialog.tsx";

const saleForm = typedAs(
  z.object({ sold_on: z.string(), shares, gross_pence: pounds, costs_pence: poundsOrZero }),
  typedSaleInputSchema,
);

export function SaleDialog({ companyId, ...state }: DialogState & { companyId: string }) {
  return (
    <TypedDialog
      {...state}
      title="What did you sell?"
      text="The shares you bought first are sold first. It counts as paid out on the same day."
      draft={`/portfolio/me/typed/companies/${companyId}/sales`}
      schema={saleForm}
      defaultValues={{ sold_on: "", shares: "", gross_pence: "", costs_pence: "" }}
      send={(input) => callApi("POST", `/portfolio/me/typed/companies/${companyId}/sales`, input)}
    >
      {(form) => (
        <>
          <FormField form={form} name="sold_on" label={messages.soldOn}>
            <Input type="date" />
          </FormField>
          <NumberField form={form} name="shares" kind="shares" label="Shares sold" />
          <NumberField form={form} name="gross_pence" kind="pounds" label={messages.gross} hint="Before costs" />
          <NumberField
            form={form}
            name="costs_pence"
            kind="pounds"
            label={messages.costs}
            hint="Leave it empty if there were none"
          />
        </>
      )}
    </TypedDialog>
  );
}
