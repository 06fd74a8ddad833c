import { sql } from "kysely";
import { fundsMessages as messages, type OutgoingKind } from "#shared/funds-messages.ts";
import { formatPence } from "#shared/pence.ts";
import type { Caller } from "../../../context.ts";
import { HttpError, notFound, refusedField } from "../../../platform/http/http-error.ts";
import { ledgerMismatch } from "../ledger-mismatch.ts";
import { listPayments } from "./payment-queries.ts";

interface Proposed {
  kind: OutgoingKind;
  reason: string;
  commitment_id?: string;
  bank_line_id?: string;
  /** What is owed, unless said. */
  amount_pence?: number;
}

interface Outcome {
  outcome: string;
  id: string;
  amount_pence: number;
  /** Pence, with refund_too_much. */
  most_pence: number;
}

/** Nothing leaves before another admin approves it. @throws HttpError */
export async function proposePayment({ dependencies, actor }: Caller, dealId: string, given: Proposed) {
  const { identity } = await dependencies.readClub();
  const { kind, reason, commitment_id = null, bank_line_id = null, amount_pence = null } = given;
  return dependencies.asActor(actor, async (tx, effects) => {
    const { rows } = await sql<{ proposed: Outcome | null }>`
      select propose_payment(${dealId}, ${kind}, ${commitment_id}, ${bank_line_id}, ${amount_pence}, ${identity.operator},
                             ${reason}) as proposed`.execute(tx);
    const proposed = rows[0]?.proposed;
    if (!proposed) throw notFound("deal, member or line");
    if (proposed.outcome !== "proposed") throw refusal(proposed);
    const { id, amount_pence: pence } = proposed;
    effects.audit("payment_proposed", dealId, { payment_id: id, kind, pence, reason });
    const [payment] = await listPayments(tx, actor, dealId, id);
    if (!payment) throw notFound("payment");
    return payment;
  });
}

function refusal({ outcome, most_pence }: Outcome): HttpError {
  switch (outcome) {
    case "refund_too_much":
      return refusedField("amount_pence", messages.refundTooMuch(formatPence(most_pence)));
    case "wire_not_ready":
      return new HttpError(409, "payment_closed", messages.wireNotReady);
    case "below_minimum":
      return new HttpError(409, "below_minimum", messages.wireBelowMinimum);
    case "costs_differ":
      return new HttpError(409, "payment_closed", messages.costsDiffer);
    case "wire_once":
      return new HttpError(409, "payment_closed", messages.wireOnce);
    case "fee_once":
      return new HttpError(409, "payment_closed", messages.feeOnce);
    case "wire_first":
      return new HttpError(409, "payment_closed", messages.wireFirst);
    case "nothing_open":
      return new HttpError(409, "payment_closed", messages.nothingOpen);
    default:
      return ledgerMismatch();
  }
}
