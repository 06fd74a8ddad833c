import { outsidePaymentSchema } from "#shared/funds/funds-exits.ts";
import { ActionDialog, type DialogState } from "#web/lib/action-dialog.tsx";
import { callApi } from "#web/lib/api.ts";
import { shareKeys } from "#web/lib/query-keys.ts";
import { DateField } from "#web/ui/form/date-field.tsx";
import { FormField } from "#web/ui/form/form.tsx";
import { Textarea } from "#web/ui/input.tsx";

/** When imported shares were paid for, and what shows it. */
export function OutsideDialog({ id, ...state }: DialogState & { id: string }) {
  return (
    <ActionDialog
      {...state}
      invalidates={shareKeys}
      words={{
        title: "Record the payment for imported shares",
        text: "Another admin confirms it; then members see the day.",
        submit: "Record it",
        busy: "Recording…",
        done: "Recorded. Another admin confirms it.",
        failed: "Not recorded",
      }}
      draft={`/exits/${id}/outside-payment`}
      schema={outsidePaymentSchema}
      defaultValues={{ paid_on: "", source: "" }}
      send={(values) => callApi("POST", `/exits/${id}/outside-payment`, values)}
    >
      {(form) => (
        <>
          <DateField form={form} name="paid_on" label="Paid on" className="max-w-60" />
          <FormField
            form={form}
            name="source"
            label="What shows it"
            hint="Such as the buyer’s letter or the solicitor’s statement, with its date."
          >
            <Textarea className="field-sizing-content max-h-80" rows={2} />
          </FormField>
        </>
      )}
    </ActionDialog>
  );
}
