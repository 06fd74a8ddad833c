import { type Kysely, sql, type Transaction } from "kysely";
import { feeOfCostPence } from "#shared/commitments/share-costs.ts";
import { type DealState, preparedStates } from "#shared/deals/deal-messages.ts";
import type { Completion } from "#shared/funds/funds-completion.ts";
import type { DB } from "../../../platform/db/database.generated.ts";
import { notFound } from "../../../platform/http/http-error.ts";
import type { Policy, PolicyActor } from "../../../platform/http/policy.ts";
import { sortAccounts } from "../accounts/account-queries.ts";
import { contactsOf } from "../relief/founder-contacts.ts";
import { describeGate, type Gate } from "./describe-gate.ts";
import { listPapers } from "./paper-queries.ts";

export async function readGate(db: Kysely<DB>, dealId: string, issuedOn: string | null): Promise<Gate> {
  const { rows } = await sql<{ gate: Gate | null }>`
    select completion_gate(${dealId}, ${issuedOn}) as gate`.execute(db);
  const gate = rows[0]?.gate;
  if (!gate) throw notFound("deal");
  return gate;
}

/** @param issuedOn null for that of the proposal, if there is one. */
export async function readCompletion(
  db: Kysely<DB>,
  actor: PolicyActor,
  dealId: string,
  issuedOn: string | null = null,
) {
  const deal = await db.selectFrom("deals").select("state").where("id", "=", dealId).executeTakeFirst();
  if (!deal) throw notFound("deal");
  const proposal = await findProposal(db, dealId);
  const day = issuedOn ?? proposal?.issued_on ?? null;
  const [gate, fee_pence] = [await readGate(db, dealId, day), await findInvoicedPence(db, dealId)];
  const { members, shares, cost_pence, fee_bp, article, allowed_bp, waived_because } = gate;
  const isDecided = article !== null || waived_because !== null;
  return {
    deal_id: dealId,
    deal_state: deal.state,
    items: describeGate(gate, day),
    members,
    shares,
    cost_pence,
    success_fee_bp: fee_bp,
    success_fee_pence: isDecided
      ? (fee_pence ?? (article === null ? 0 : feeOfCostPence(cost_pence, fee_bp ?? 0)))
      : null,
    success_fee: isDecided ? { article, allowed_bp, waived_because } : null,
    company_account: await readCompanyAccounts(db, dealId),
    papers: await listPapers(db, dealId),
    schedule_says: await findDayOfSchedule(db, dealId),
    proposal: proposal ?? null,
    can: completionPolicy(actor, {
      state: deal.state,
      is_met: gate.unmet.length === 0,
    }),
  };
}

async function findDayOfSchedule(db: Kysely<DB>, dealId: string): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`select day_of_schedule(${dealId}) as day`.execute(db);
  return rows[0]?.day ?? null;
}

const findProposal = (db: Kysely<DB>, dealId: string) =>
  db
    .selectFrom("deal_completion_list")
    .select(["id", "issued_on", "proposed_at", "proposed_by_name"])
    .select(["confirmed_at", "confirmed_by_name", "ledger_sha256"])
    .where("deal_id", "=", dealId)
    .executeTakeFirst();

async function findInvoicedPence(db: Kysely<DB>, dealId: string): Promise<number | null> {
  const row = await db
    .selectFrom("success_fee_invoices")
    .select("fee_pence")
    .where("deal_id", "=", dealId)
    .executeTakeFirst();
  return row?.fee_pence ?? null;
}

async function readCompanyAccounts(db: Kysely<DB>, dealId: string) {
  const rows = await db
    .selectFrom("company_account_list")
    .select(["id", "account_name", "sort_code", "account_number", "bank", "entered_at", "entered_by_name"])
    .select(["confirmed_at", "confirmed_by_name", "call_back_note", "is_waiting", "asked_email", "asked_at"])
    .where("deal_id", "=", dealId)
    .execute();
  return { ...sortAccounts(rows), ...(await readAccountContact(db, dealId)) };
}

/** Who was asked last; before that, the first founder with an address. */
async function readAccountContact(db: Kysely<DB>, dealId: string) {
  const isOpen = sql<boolean>`used_at is null and ended_at is null`;
  const asked = await db
    .selectFrom("company_account_requests")
    .select(["name", "email", "asked_at", "expires_at", isOpen.as("is_open")])
    .where("deal_id", "=", dealId)
    .orderBy("asked_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  const none = { asked_at: null, expires_at: null };
  if (!asked) return { contact: (await contactsOf(db, dealId))[0] ?? null, ...none };
  const { name, email, is_open, asked_at, expires_at } = asked;
  return { contact: { name, email }, ...(is_open ? { asked_at, expires_at } : none) };
}

/** Lists those who hold shares of a deal now and have an account. */
export async function listHolders(tx: Transaction<DB>, dealId: string) {
  const { rows } = await sql<{ user_id: string; commitment_id: string }>`
    select user_id, commitment_id from holders_of_deal(${dealId})`.execute(tx);
  return rows;
}

/** Lists those who are about to hold shares of a deal and have an account. */
export async function listPaid(tx: Transaction<DB>, dealId: string) {
  const rows = await tx
    .selectFrom("commitments as c")
    .innerJoin("investor_record_list as r", "r.id", "c.record_id")
    .select(["c.id as commitment_id", "r.user_id"])
    .where("c.deal_id", "=", dealId)
    .where("c.state", "=", "paid")
    .execute();
  return rows.flatMap(({ commitment_id, user_id }) => (user_id ? [{ commitment_id, user_id }] : []));
}

interface CompletionRow {
  state: DealState;
  /** Nothing is missing, but the day of issue. */
  is_met: boolean;
}
export const completionPolicy: Policy<CompletionRow, keyof Completion["can"]> = (actor, { state, is_met }) => ({
  prepare: actor.isAdmin && preparedStates.includes(state),
  propose: actor.isAdmin && state === "closing" && is_met,
});
