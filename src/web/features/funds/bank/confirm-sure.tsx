import type { BankLine, confirmedLinesSchema } from "#shared/funds/funds.ts";
import { bankPartMessages as messages } from "#shared/funds/funds-desk-messages.ts";
import { ActionButton } from "#web/lib/action-button.tsx";
import { dealMoneyKeys } from "#web/lib/query-keys.ts";
import { signedPence } from "../signed-pence.ts";

type Confirmed = (typeof confirmedLinesSchema)["_output"];

/** One button, which says how many and how much. */
export function ConfirmSure({ lines }: { lines: readonly BankLine[] }) {
  const pence = lines.reduce((sum, { open_pence }) => sum + open_pence, 0);
  return (
    <ActionButton<Confirmed>
      path="/bank-lines/confirm"
      body={{ ids: lines.map(({ id }) => id) }}
      label={messages.confirmAll(lines.length, signedPence(pence))}
      busy="Booking..."
      done={({ confirmed, pence, left_out }) => ({
        title: messages.confirmed(confirmed, signedPence(pence)),
        description: left_out > 0 ? messages.leftOut(left_out) : undefined,
      })}
      failed="Nothing was booked"
      invalidates={dealMoneyKeys}
    />
  );
}
