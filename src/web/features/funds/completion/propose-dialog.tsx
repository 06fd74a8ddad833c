import { completionInputSchema } from "#shared/funds/funds-completion.ts";
import { completionPartMessages as messages } from "#shared/funds/funds-completion-desk-messages.ts";
import { ActionDialog, type DialogState } from "#web/lib/action-dialog.tsx";
import { callApi } from "#web/lib/api.ts";
import { dealMoneyKeys } from "#web/lib/query-keys.ts";
import { FormField } from "#web/ui/form/form.tsx";
import { Input } from "#web/ui/input.tsx";

interface ProposeDialogProps extends DialogState {
  dealId: string;
  /** Of the proposal that it replaces. */
  issuedOn?: string | undefined;
}

/** What the day of issue decides is refused at its field. */
const ofTheDay = ["issue_date", "schemes_apart"];

export function ProposeDialog({ dealId, issuedOn = "", ...state }: ProposeDialogProps) {
  return (
    <ActionDialog<{ issued_on: string }>
      invalidates={dealMoneyKeys}
      {...state}
      words={{
        title: messages.proposeTitle,
        text: messages.proposeText,
        submit: messages.proposeNow,
        busy: messages.proposing,
        done: messages.proposed,
      }}
      schema={completionInputSchema}
      defaultValues={{ issued_on: issuedOn }}
      fieldOfPath={(path) => (ofTheDay.includes(path) ? "issued_on" : path)}
      send={(values) => callApi("POST", `/deals/${dealId}/completion`, values)}
    >
      {(form) => (
        <FormField form={form} name="issued_on" label={messages.issuedOn} hint={messages.issuedOnHint}>
          <Input type="date" className="max-w-60" />
        </FormField>
      )}
    </ActionDialog>
  );
}
