import { completionInputSchema } from "#shared/funds/funds-completion.ts";
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
        title: "Propose to complete the deal",
        text: "Another admin confirms it. Nothing changes before that. Then the company is shown under Portfolio too, where admins add to it in Content.",
        submit: "Propose",
        busy: "Proposing...",
        done: "Completion proposed",
      }}
      schema={completionInputSchema}
      defaultValues={{ issued_on: issuedOn }}
      fieldOfPath={(path) => (ofTheDay.includes(path) ? "issued_on" : path)}
      send={(values) => callApi("POST", `/deals/${dealId}/completion`, values)}
    >
      {(form) => (
        <FormField
          form={form}
          name="issued_on"
          label="Day of issue"
          hint="On which the company issued the shares to the nominee, as in its register. Not before it was paid."
        >
          <Input type="date" className="max-w-60" />
        </FormField>
      )}
    </ActionDialog>
  );
}
