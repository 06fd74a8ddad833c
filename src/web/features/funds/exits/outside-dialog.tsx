import { outsidePaymentSchema } from "#shared/funds/funds-exits.ts";
import { outsidePaymentMessages as messages } from "#shared/portfolio/holding-imports-desk-messages.ts";
import { ActionDialog, type DialogState } from "#web/lib/action-dialog.tsx";
import { callApi } from "#web/lib/api.ts";
import { shareKeys } from "#web/lib/query-keys.ts";
import { FormField } from "#web/ui/form/form.tsx";
import { Input, Textarea } from "#web/ui/input.tsx";

/** When imported shares were paid for, and what shows it. */
export function OutsideDialog({ id, ...state }: DialogState & { id: string }) {
  return (
    <ActionDialog
      {...state}
      invalidates={shareKeys}
      words={{
        ...{ title: messages.title, text: messages.dialogText, submit: messages.save },
        ...{ busy: messages.saving, done: messages.saved, failed: messages.saveFailed },
      }}
      schema={outsidePaymentSchema}
      defaultValues={{ paid_on: "", source: "" }}
      send={(values) => callApi("POST", `/exits/${id}/outside-payment`, values)}
    >
      {(form) => (
        <>
          <FormField form={form} name="paid_on" label={messages.day} className="max-w-60">
            <Input type="date" />
          </FormField>
          <FormField form={form} name="source" label={messages.source} hint={messages.sourceHint}>
            <Textarea className="field-sizing-content max-h-80" rows={2} />
          </FormField>
        </>
      )}
    </ActionDialog>
  );
}
