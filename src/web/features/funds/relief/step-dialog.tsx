import { reliefPartMessages as messages } from "#shared/funds/funds-relief-desk-messages.ts";
import type { RecordedReliefStep } from "#shared/funds/funds-relief-messages.ts";
import { ActionDialog, type DialogState } from "#web/lib/action-dialog.tsx";
import { callApi } from "#web/lib/api.ts";
import { dealMoneyKeys } from "#web/lib/query-keys.ts";
import { DateField } from "#web/ui/form/date-field.tsx";
import { FormField } from "#web/ui/form/form.tsx";
import { Input } from "#web/ui/input.tsx";
import { stepRules } from "./relief-rules.ts";
import { toStepInput } from "./relief-values.ts";

interface StepDialogProps extends DialogState {
  dealId: string;
  step: RecordedReliefStep;
  label: string;
  on: string | null;
  uir: string | null;
}

/** The day of a step; with HMRC's answer its reference too. */
export function StepDialog({ dealId, step, label, on, uir, ...state }: StepDialogProps) {
  return (
    <ActionDialog<{ happened_on: string; uir: string }>
      invalidates={dealMoneyKeys}
      {...state}
      words={{
        title: `Record: ${label}`,
        text: messages.recordText[step],
        submit: "Record it",
        busy: "Recording...",
        done: "Step recorded",
      }}
      draft={`/deals/${dealId}/relief-steps/${step}`}
      schema={stepRules(step)}
      defaultValues={{ happened_on: on ?? "", uir: uir ?? "" }}
      send={(values) => callApi("POST", `/deals/${dealId}/relief-steps`, toStepInput(step, values))}
    >
      {(form) => (
        <>
          <DateField form={form} name="happened_on" label="Day" />
          {step === "authorised" && (
            <FormField form={form} name="uir" label="Unique investment reference" hint="As on HMRC’s letter">
              <Input autoComplete="off" maxLength={60} />
            </FormField>
          )}
        </>
      )}
    </ActionDialog>
  );
}
