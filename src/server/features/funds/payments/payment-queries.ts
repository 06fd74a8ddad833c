import { type Kysely, sql } from "kysely";
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
  const isProposed = rows.some(({ state }) => state === "proposed");
  const { sendable_pence } = isProposed ? await readFundsState(db, dealId) : { sendable_pence: null };
  const isAwaited = rows.some(({ state }) => state === "approved");
  const lines = isAwaited ? await gradeOpenLines(db, dealId) : [];
  const listed = new Set(lines.map(({ payment_id }) => payment_id));
  return rows.map(({ refusal, ...payment }) => ({
    ...payment,
    is_listed: listed.has(payment.id),
    can: outgoingPaymentPolicy(actor, { ...payment, refusal, sendable_pence }),
  }));
}

/** How far ledger and bank differ, and the most that one payment may be meanwhile. */
export async function readFundsState(db: Kysely<DB>, dealId: string) {
  const { rows } = await sql<{ difference_pence: number; sendable_pence: number | null }>`
    select difference_pence, sendable_pence from funds_state(${dealId})`.execute(db);
  return rows[0] ?? { difference_pence: 0, sendable_pence: null };
}
