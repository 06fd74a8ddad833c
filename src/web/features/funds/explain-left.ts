import type { ClosingBoard } from "#shared/funds/funds.ts";
import type { OutgoingKind } from "#shared/funds/funds-messages.ts";

/** What money that left the account can be: a charge of the bank, approved payments, payments to propose, or nothing that is owed. */
export interface LeftExplained {
  as: "charge" | "approved" | "proposable" | "nothing";
  /** What is owed, and not approved to be paid. */
  owed: { to: OwedTo; pence: number }[];
  /** The fees that are the club's own in this deal. */
  bearable_pence: number;
}
export type OwedTo = "company" | "members" | "unknown" | "holders" | "club";

type Sums = Pick<
  ClosingBoard,
  | ("payments" | "to_company_pence" | "wired_pence" | "refund_pence" | "unidentified_pence" | "distribution_pence")
  | ("to_club_pence" | "borne_pence" | "fee_paid_pence")
>;

/** A sum as large as something that is owed is never a charge: it would be money of a member or of the company. */
export function explainLeft(board: Sums, left_pence: number): LeftExplained {
  const approved = board.payments.filter(({ state, is_listed }) => state === "approved" && !is_listed);
  const sumOf = (...kinds: OutgoingKind[]) =>
    board.payments
      .filter(({ state, kind }) => state === "approved" && kinds.includes(kind))
      .reduce((sum, { amount_pence }) => sum + amount_pence, 0);
  const bearable_pence = Math.max(board.to_club_pence - board.borne_pence - board.fee_paid_pence, 0);
  const owed = [
    { to: "company", pence: board.to_company_pence - board.wired_pence - sumOf("wire") },
    { to: "members", pence: board.refund_pence - sumOf("refund") },
    { to: "unknown", pence: board.unidentified_pence - sumOf("return") },
    { to: "holders", pence: board.distribution_pence - sumOf("distribution", "exit_costs") },
    // Its fees go to the club once the company is paid, or there is none to pay.
    { to: "club", pence: board.wired_pence > 0 || board.to_company_pence === 0 ? bearable_pence - sumOf("fee") : 0 },
  ].filter(({ pence }) => pence > 0) as LeftExplained["owed"];
  const parts = approved.filter(({ amount_pence }) => amount_pence <= left_pence);
  const rest = left_pence - parts.reduce((sum, { amount_pence }) => sum + amount_pence, 0);
  const isCharge = rest <= bearable_pence && owed.every(({ pence }) => rest < pence);
  const answer = (as: LeftExplained["as"]): LeftExplained => ({ as, owed, bearable_pence });
  if (isCharge) return answer(parts.length > 0 ? "approved" : "charge");
  return answer(owed.length > 0 ? "proposable" : "nothing");
}
