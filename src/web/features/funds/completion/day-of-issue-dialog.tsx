import { completionInputSchema } from "#shared/funds/funds-completion.ts";
import { ActionDialog, type DialogState } from "#web/lib/action-dialog.tsx";
import { callApi } from "#web/lib/api.ts";
import { dealMoneyKeys } from "#web/lib/query-keys.ts";
import { DateField } from "#web/ui/form/date-field.tsx";

interface DayOfIssueDialogProps extends DialogState {
  dealId: string;
  /** The day that it replaces. */
  issuedOn?: string | undefined;
}

/** The day of issue decides these, so they are refused at its field. */
const ofTheDay = ["issue_date", "schemes_apart"];

export function DayOfIssueDialog({ dealId, issuedOn = "", ...state }: DayOfIssueDialogProps) {
  return (
    <ActionDialog<{ issued_on: string }>
      invalidates={dealMoneyKeys}
      {...state}
      words={{
        title: "Day of issue",
        text: "Everybody who takes part has a notice of it, under the bell. The deal completes 24 hours later, unless somebody objects; then each has an email.",
        submit: "Save the day of issue",
        busy: "Saving...",
        done: "Day of issue saved",
      }}
      schema={completionInputSchema}
      defaultValues={{ issued_on: issuedOn }}
      fieldOfPath={(path) => (ofTheDay.includes(path) ? "issued_on" : path)}
      send={(values) => callApi("POST", `/deals/${dealId}/completion`, values)}
    >
      {(form) => (
        <DateField
          form={form}
          name="issued_on"
          label="Day of issue"
          hint="The day on which the company issued the shares to the nominee, as in its register. Not before it was paid."
        />
      )}
    </ActionDialog>
  );
}
