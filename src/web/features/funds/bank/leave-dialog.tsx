import type { BankLine } from "#shared/funds/funds.ts";
import { bankPartMessages as messages } from "#shared/funds/funds-desk-messages.ts";
import { formatPence } from "#shared/pence.ts";
import type { DialogState } from "#web/lib/action-dialog.tsx";
import { dealMoneyKeys } from "#web/lib/query-keys.ts";
import { ReasonDialog } from "#web/lib/reason-button.tsx";

export function LeaveDialog({ line, ...state }: DialogState & { line: BankLine }) {
  const { id, open_pence, payer } = line;
  return (
    <ReasonDialog
      {...state}
      invalidates={dealMoneyKeys}
      to={`/bank-lines/${id}/match`}
      body={{ parts: [{ kind: "unidentified", amount_pence: open_pence }] }}
      words={{
        title: `Keep ${formatPence(open_pence)} of ${messages.payerOf(payer)} as unknown`,
        text: "It is held on the account for nobody, until somebody can say whose it is or it goes back.",
        submit: "Keep as unknown",
        busy: messages.matching,
        done: "Kept as unknown for now",
      }}
    />
  );
}
