import { counted } from "#shared/counted.ts";
import type { Relief } from "#shared/funds/funds-relief.ts";
import { reliefPartMessages as messages } from "#shared/funds/funds-relief-desk-messages.ts";
import { formatPence } from "#shared/pence.ts";
import { memberName } from "#shared/people/person-name.ts";
import { ActionDialog, type DialogState } from "#web/lib/action-dialog.tsx";
import { callApi } from "#web/lib/api.ts";
import { dealMoneyKeys } from "#web/lib/query-keys.ts";
import { DateField } from "#web/ui/form/date-field.tsx";
import { FormField } from "#web/ui/form/form.tsx";
import { NumberField } from "#web/ui/form/number-field.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Select } from "#web/ui/select.tsx";
import { reliefMatchRules } from "./relief-rules.ts";
import { type ReliefMatchValues, reliefFieldOf, toReliefMatch } from "./relief-values.ts";

type Certificate = Relief["certificates"][number];

interface MatchDialogProps extends DialogState {
  certificate: Certificate;
  relief: Relief;
}

/** The dialog asks whose it is; with what could not be read, as somebody reads it. */
export function MatchDialog({ certificate, relief, ...state }: MatchDialogProps) {
  const { id, file_name, found, nobody, of_another, suggested } = certificate;
  const members = relief.members.filter((member) => member.state === "waiting");
  return (
    <ActionDialog<ReliefMatchValues>
      invalidates={dealMoneyKeys}
      {...state}
      words={{
        title: `Match ${file_name}`,
        text: "The member finds it among their documents at once, and is told.",
        submit: "Match it",
        busy: messages.matching,
        done: "Certificate matched",
        failed: messages.matchFailed,
      }}
      draft={`/relief-certificates/${id}`}
      schema={reliefMatchRules(certificate)}
      defaultValues={{ commitment_id: suggested?.commitment_id ?? "", amount: "", issued_on: "" }}
      fieldOfPath={reliefFieldOf(certificate)}
      send={(values) => callApi("POST", `/relief-certificates/${id}/match`, toReliefMatch(certificate, values))}
    >
      {(form) => (
        <>
          {of_another.length > 0 && (
            <Notice tone="warning" title="This certificate may be of another deal.">
              {`${of_another.join(". ")}. Please match it only if you are sure: no tax relief can be claimed for these shares with a certificate of other ones.`}
            </Notice>
          )}
          <FormField
            form={form}
            name="commitment_id"
            label="For"
            hint={
              members.length === 0
                ? "Every member who is due a certificate has one. To give this one to somebody, take theirs back first."
                : [...nobody, ...(suggested?.differences.map(({ said }) => said) ?? [])].join("; ")
            }
          >
            <Select>
              <option value="">Please choose</option>
              {members.map(({ commitment_id, member, full_name, shares, cost_pence }) => (
                <option key={commitment_id} value={commitment_id}>
                  {`${member}. ${memberName(full_name)}: ${counted(shares, "share")}, ${formatPence(cost_pence)}`}
                </option>
              ))}
            </Select>
          </FormField>
          {found.amount_pence === null && (
            <NumberField
              form={form}
              name="amount"
              kind="pounds"
              label="Amount on the certificate"
              hint={messages.asRead}
              controlClassName="max-w-60"
            />
          )}
          {found.issued_on === null && (
            <DateField form={form} name="issued_on" label="Day of issue on the certificate" hint={messages.asRead} />
          )}
        </>
      )}
    </ActionDialog>
  );
}
