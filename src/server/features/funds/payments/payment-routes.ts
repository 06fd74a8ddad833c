import { type Kysely, sql } from "kysely";
import { outgoingPaymentSchema, reasonInputSchema, refundInputSchema, returnInputSchema } from "#shared/funds/funds.ts";
import { fundsMessages, type OutgoingKind } from "#shared/funds/funds-messages.ts";
import type { Caller } from "../../../context.ts";
import type { DB } from "../../../platform/db/database.generated.ts";
import { notFound } from "../../../platform/http/http-error.ts";
import { idParameter } from "../../../platform/http/responses.ts";
import { runCommand } from "../../../platform/http/run-command.ts";
import { routesOf } from "../../../route.ts";
import { createRouter } from "../../../router.ts";
import { gradeOpenLines } from "../bank-lines/line-queries.ts";
import { outgoingPaymentPolicy } from "../closing/policy.ts";

const route = routesOf("Funds");

const refund = route("post", "/deals/{id}/refunds", {
  name: "proposeRefund",
  summary: "Propose to send back what a member is owed",
  audience: "admin",
  params: idParameter,
  body: refundInputSchema,
  status: 201,
  answer: outgoingPaymentSchema,
  refuses: ["second_person_required", "account_short", "409 below_minimum", "ledger_mismatch", "payment_closed"],
});

const giveBack = route("post", "/deals/{id}/returns", {
  name: "proposeReturn",
  summary: "Propose to send money of nobody known back to where it came from",
  audience: "admin",
  params: idParameter,
  body: returnInputSchema,
  status: 201,
  answer: outgoingPaymentSchema,
  refuses: ["account_short", "409 below_minimum", "ledger_mismatch", "payment_closed"],
});

const transferFee = route("post", "/deals/{id}/fee-transfer", {
  name: "proposeFeeTransfer",
  summary: "Propose what the club has left in a deal",
  audience: "admin",
  params: idParameter,
  body: reasonInputSchema,
  status: 201,
  answer: outgoingPaymentSchema,
  refuses: ["account_short", "409 below_minimum", "ledger_mismatch", "payment_closed"],
});

const approve = route("post", "/outgoing-payments/{id}/approve", {
  name: "approvePayment",
  summary: "Approve a payment that another admin proposed",
  audience: "admin",
  needsFreshSignIn: true,
  params: idParameter,
  answer: outgoingPaymentSchema,
  refuses: ["second_person_required", "account_short", "company_not_called_back", "ledger_mismatch", "payment_closed"],
});

const cancel = route("post", "/outgoing-payments/{id}/cancel", {
  name: "cancelPayment",
  summary: "Cancel a payment that is not in the bank's list",
  audience: "admin",
  params: idParameter,
  answer: outgoingPaymentSchema,
  refuses: ["payment_closed"],
});

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
    .select(["approved_at", "approved_by_name", "state", "paid_on", "returned_on", "refusal", "obstacle"])
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

export const outgoingPaymentRoutes = createRouter()
  .openapi(refund, async (c) =>
    c.json(await proposePayment(c.var, c.req.valid("param").id, { kind: "refund", ...c.req.valid("json") }), 201),
  )
  .openapi(giveBack, async (c) =>
    c.json(await proposePayment(c.var, c.req.valid("param").id, { kind: "return", ...c.req.valid("json") }), 201),
  )
  .openapi(transferFee, async (c) =>
    c.json(await proposePayment(c.var, c.req.valid("param").id, { kind: "fee", ...c.req.valid("json") }), 201),
  )
  .openapi(approve, async (c) => c.json(await approvePayment(c.var, c.req.valid("param").id), 200))
  .openapi(cancel, async (c) => c.json(await cancelPayment(c.var, c.req.valid("param").id), 200));

interface Proposed {
  kind: OutgoingKind;
  reason: string;
  commitment_id?: string;
  bank_line_id?: string;
  /** What is owed, unless said. */
  amount_pence?: number;
}

/** Nothing leaves before another admin approves it. @throws HttpError */
async function proposePayment({ dependencies, actor }: Caller, dealId: string, given: Proposed) {
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

/** Approves a payment that another admin proposed. @throws HttpError */
const approvePayment = ({ dependencies, actor }: Caller, id: string) =>
  dependencies.asActor(actor, async (tx, effects) => {
    await runCommand(tx, sql`approve_payment(${id})`, "payment");
    const { deal_id, ...payment } = await getPayment(tx, actor, id);
    const { kind, amount_pence: pence } = payment;
    effects.audit("payment_approved", deal_id, { payment_id: id, kind, pence });
    return payment;
  });

/** Cancels a payment before the bank's list has it. @throws HttpError */
const cancelPayment = ({ dependencies, actor }: Caller, id: string) =>
  dependencies.asActor(actor, async (tx, effects) => {
    await runCommand(tx, sql`cancel_payment(${id})`, "payment");
    const { deal_id, ...payment } = await getPayment(tx, actor, id);
    effects.audit("payment_cancelled", deal_id, {
      payment_id: id,
      kind: payment.kind,
      pence: payment.amount_pence,
    });
    return payment;
  });

async function getPayment(db: Kysely<DB>, actor: Caller["actor"], id: string) {
  const row = await db.selectFrom("outgoing_payments").select("deal_id").where("id", "=", id).executeTakeFirst();
  const [payment] = row ? await listPayments(db, actor, row.deal_id, id) : [];
  if (!row || !payment) throw notFound("payment");
  return { deal_id: row.deal_id, ...payment };
}
