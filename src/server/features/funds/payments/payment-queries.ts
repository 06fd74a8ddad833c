import { type Kysely, sql } from "kysely";
import { fundsMessages } from "#shared/funds/funds-messages.ts";
import type { Caller } from "../../../context.ts";
import type { DB } from "../../../platform/db/database.generated.ts";
import { gradeOpenLines } from "../bank-lines/line-queries.ts";
import { outgoingPaymentPolicy } from "../closing/policy.ts";

/** Newest first. @param id of one alone. */
export async function listPayments(db: Kysely<DB>, actor: Caller["actor"], dealId: string, id?: string) {
  const query = db
    .selectFrom("outgoing_payment_list")
    .select([
      "id",
      "kind",
      "commitment_id",
      "amount_pence",
      "payee",
      "reason",
      "proposed_at",
      "proposed_by_name",
      "asked_by_name",
    ])
    .select(["approved_at", "approved_by_name", "state", "paid_on", "refusal", "obstacle"])
    .where("deal_id", "=", dealId)
    .orderBy("proposed_at", "desc")
    .orderBy("id", "desc");
  const rows = await (id ? query.where("id", "=", id) : query).execute();
  const isProposed = rows.some(({ state }) => state === "proposed");
  const { sendable_pence, payable_pence } = isProposed ? await readFundsState(db, dealId) : unknownState;
  const isAwaited = rows.some(({ state }) => state === "approved");
  const lines = isAwaited ? await gradeOpenLines(db, dealId) : [];
  const listed = new Set(lines.map(({ payment_id }) => payment_id));
  return rows.map(({ refusal, obstacle, ...payment }) => ({
    ...payment,
    is_listed: listed.has(payment.id),
    obstacle: payment.state === "proposed" ? obstacleWords(obstacle, payment.amount_pence > payable_pence) : null,
    can: outgoingPaymentPolicy(actor, { ...payment, refusal, obstacle, sendable_pence, payable_pence }),
  }));
}

const unknownState = { difference_pence: 0, sendable_pence: null, payable_pence: 0 };

/** Says what has to be done before anybody can approve it. The board itself says that ledger and bank differ. */
function obstacleWords(obstacle: string | null, isShort: boolean): string | null {
  if (obstacle === "company_not_called_back") return fundsMessages.companyNotCalledBack;
  if (obstacle === "amount_changed") return fundsMessages.amountChanged;
  if (obstacle === "costs_differ") return fundsMessages.costsDiffer;
  return isShort ? "The account holds less than this." : null;
}

/** How far ledger and bank differ, and the most that one payment may be meanwhile. */
export async function readFundsState(db: Kysely<DB>, dealId: string) {
  const { rows } = await sql<{ difference_pence: number; sendable_pence: number | null; payable_pence: number }>`
    select difference_pence, sendable_pence, payable_pence from funds_state(${dealId})`.execute(db);
  return rows[0] ?? unknownState;
}
