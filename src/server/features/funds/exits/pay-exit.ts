import { sql } from "kysely";
import { exitMessages as messages } from "#shared/funds-exits-messages.ts";
import { fundsMessages } from "#shared/funds-messages.ts";
import { sumOf } from "#shared/group-by.ts";
import type { Caller } from "../../../context.ts";
import { HttpError, notFound } from "../../../platform/http/http-error.ts";
import { ledgerMismatch } from "../ledger-mismatch.ts";

interface Outcome {
  outcome: string;
  deals: { deal_id: string; payments: number; pence: number; alone?: boolean }[];
  left_out?: number;
}

/** Costs and every member's part, of deals whose money has arrived. @throws HttpError */
export const proposePayments = ({ dependencies, actor }: Caller, id: string, reason: string) =>
  dependencies.asActor(actor, async (tx, effects) => {
    const { rows } = await sql<{ proposed: Outcome | null }>`
      select propose_exit_payments(${id}, ${reason}) as proposed`.execute(tx);
    const proposed = rows[0]?.proposed;
    if (!proposed) throw notFound("exit");
    if (proposed.outcome === "closed") throw new HttpError(409, "payment_closed", messages.notConfirmed);
    if (proposed.outcome === "nothing_open") throw new HttpError(409, "payment_closed", messages.nothingToPay);
    if (proposed.outcome !== "proposed") throw ledgerMismatch();
    for (const { deal_id, payments, pence } of proposed.deals)
      effects.audit("exit_payments_proposed", deal_id, { exit_id: id, payments, pence, reason });
    return toTotal(proposed);
  });

/** All that wait and that the actor neither proposed nor is paid. @throws HttpError where there is none */
export const approvePayments = ({ dependencies, actor }: Caller, id: string) =>
  dependencies.asActor(actor, async (tx, effects) => {
    const { rows } = await sql<{ approved: Outcome | null }>`
      select approve_exit_payments(${id}) as approved`.execute(tx);
    const approved = rows[0]?.approved;
    if (!approved) throw notFound("exit");
    if (approved.outcome !== "approved") throw refusal(approved.outcome);
    for (const { deal_id, payments, pence, alone } of approved.deals)
      effects.audit("exit_payments_approved", deal_id, { exit_id: id, payments, pence, ...(alone && { alone }) });
    return toTotal(approved);
  });

const toTotal = ({ deals, left_out = 0 }: Outcome) => ({
  payments: sumOf(deals, ({ payments }) => payments),
  pence: sumOf(deals, ({ pence }) => pence),
  left_out,
});

function refusal(outcome: string): HttpError {
  switch (outcome) {
    case "second_person_required":
      return new HttpError(403, outcome, messages.paymentSecondPerson);
    case "amount_changed":
      return new HttpError(409, "payment_closed", fundsMessages.amountChanged);
    case "ledger_mismatch":
      return ledgerMismatch();
    default:
      return new HttpError(409, "payment_closed", messages.nothingToApprove);
  }
}
