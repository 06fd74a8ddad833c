import { typedPageMessages as messages } from "#shared/typed-page-messages.ts";
import type { DialogState } from "#web/lib/action-dialog.tsx";
import { callApi } from "#web/lib/api.ts";
import { FormField } from "#web/ui/form/form.tsx";
import { NumberField } from "#web/ui/form/number-field.tsx";
import { Input } from "#web/ui/input.tsx";
import { TypedDialog } from "./typed-dialog.tsx";
import { type PriceValues, toPriceInput } from "./typed-values.ts";

export function PriceDialog({ companyId, ...state }: DialogState & { companyId: string }) {
  return (
    <TypedDialog<PriceValues>
      {...state}
      title={messages.priceTitle}
      text={messages.priceText}
      schema={() => import("./typed-rules.ts").then(({ priceRules }) => priceRules)}
      defaultValues={{ as_of: "", price: "", source: "" }}
      send={(values) => callApi("POST", `/portfolio/me/typed/companies/${companyId}/prices`, toPriceInput(values))}
    >
      {(form) => (
        <>
          <NumberField form={form} name="price" kind="price" label={messages.priceNow} />
          <FormField form={form} name="as_of" label={messages.asOf}>
            <Input type="date" />
          </FormField>
          <FormField form={form} name="source" label={messages.source} hint={messages.sourceHint}>
            <Input autoComplete="off" />
          </FormField>
        </>
      )}
    </TypedDialog>
  );
}
