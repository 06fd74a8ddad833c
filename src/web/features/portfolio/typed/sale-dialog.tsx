import { typedPageMessages as messages } from "#shared/typed-page-messages.ts";
import type { DialogState } from "#web/lib/action-dialog.tsx";
import { callApi } from "#web/lib/api.ts";
import { FormField } from "#web/ui/form/form.tsx";
import { NumberField } from "#web/ui/form/number-field.tsx";
import { Input } from "#web/ui/input.tsx";
import { TypedDialog } from "./typed-dialog.tsx";
import { type SaleValues, toSaleInput } from "./typed-values.ts";

export function SaleDialog({ companyId, ...state }: DialogState & { companyId: string }) {
  return (
    <TypedDialog<SaleValues>
      {...state}
      title={messages.sellTitle}
      text={messages.sellText}
      schema={() => import("./typed-rules.ts").then(({ saleRules }) => saleRules)}
      defaultValues={{ sold_on: "", shares: "", gross_pence: "", costs_pence: "" }}
      send={(values) => callApi("POST", `/portfolio/me/typed/companies/${companyId}/sales`, toSaleInput(values))}
    >
      {(form) => (
        <>
          <FormField form={form} name="sold_on" label={messages.soldOn}>
            <Input type="date" />
          </FormField>
          <NumberField form={form} name="shares" kind="shares" label={messages.sharesSold} />
          <NumberField form={form} name="gross_pence" kind="pounds" label={messages.gross} hint={messages.grossHint} />
          <NumberField form={form} name="costs_pence" kind="pounds" label={messages.costs} hint={messages.costsHint} />
        </>
      )}
    </TypedDialog>
  );
}
