import { sql } from "kysely";
import type { OutgoingKind } from "#shared/funds/funds-messages.ts";
import type { Caller } from "../../../context.ts";
import { notFound } from "../../../platform/http/http-error.ts";
import { runCommand } from "../../../platform/http/run-command.ts";
import { listPayments } from "./payment-queries.ts";

interface Proposed {
  kind: OutgoingKind;
  reason: string;
  commitment_id?: string;
  bank_line_id?: string;
  /** What is owed, unless said. */
  amount_pence?: number;
}

/** Nothing leaves before another admin approves it. @throws HttpError */
export async function proposePayment({ dependencies, actor }: Caller, dealId: string, given: Proposed) {
  const { identity } = await dependencies.readClub();
  const { kind, reason, commitment_id = null, bank_line_id = null, amount_pence = null } = given;
  return dependencies.asActor(actor, async (tx, effects) => {
    const { id, amount_pence: pence } = await runCommand<{ id: string; amount_pence: number }>(
      tx,
      sql`propose_payment(${dealId}, ${kind}, ${commitment_id}, ${bank_line_id}, ${amount_pence}, ${identity.operator}, ${reason})`,
      "deal, member or line",
    );
    effects.audit("payment_proposed", dealId, { payment_id: id, kind, pence, reason });
    const [payment] = await listPayments(tx, actor, dealId, id);
    if (!payment) throw notFound("payment");
    return payment;
  });
}
