import type { Kysely } from "kysely";
import type { Caller } from "../../../context.ts";
import type { DB } from "../../../platform/db/database.generated.ts";
import { gradeOpenLines } from "../bank-lines/line-queries.ts";
import { outgoingPaymentPolicy } from "../closing/policy.ts";

/** Newest first. @param id of one alone. */
export async function listPayments(db: Kysely<DB>, actor: Caller["actor"], dealId: string, id?: string) {
  const query = db
    .selectFrom("outgoing_payment_list")
    .select(["id", "kind", "commitment_id", "amount_pence", "payee", "reason", "proposed_at", "proposed_by_name"])
    .select(["approved_at", "approved_by_name", "state", "paid_on", "refusal"])
    .where("deal_id", "=", dealId)
    .orderBy("proposed_at", "desc")
    .orderBy("id", "desc");
  const rows = await (id ? query.where("id", "=", id) : query).execute();
  const isAwaited = rows.some(({ state }) => state === "approved");
  const lines = isAwaited ? await gradeOpenLines(db, dealId) : [];
  const listed = new Set(lines.map(({ payment_id }) => payment_id));
  return rows.map(({ refusal, ...payment }) => ({
    ...payment,
    is_listed: listed.has(payment.id),
    can: outgoingPaymentPolicy(actor, { state: payment.state, refusal }),
  }));
}
