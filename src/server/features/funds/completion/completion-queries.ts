import { type Kysely, sql, type Transaction } from "kysely";
import { feeOfCostPence } from "#shared/commitments/share-costs.ts";
import type { DB } from "../../../platform/db/database.generated.ts";
import { notFound } from "../../../platform/http/http-error.ts";
import type { PolicyActor } from "../../../platform/http/policy.ts";
import { sortAccounts } from "../accounts/account-queries.ts";
import { describeGate, type Gate } from "./describe-gate.ts";
import { listPapers } from "./paper-queries.ts";
import { completionPolicy } from "./policy.ts";

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
    ...{ members, shares, cost_pence },
    success_fee_bp: fee_bp ?? 0,
    success_fee_pence: isDecided
      ? (fee_pence ?? (article === null ? 0 : feeOfCostPence(cost_pence, fee_bp ?? 0)))
      : null,
    success_fee: isDecided ? { article, allowed_bp, waived_because } : null,
    company_account: await readCompanyAccounts(db, actor, dealId),
    papers: await listPapers(db, dealId),
    proposal: proposal ? shownProposal(proposal) : null,
    can: completionPolicy(actor, {
      state: deal.state,
      is_met: gate.unmet.length === 0,
      proposal: proposal && proposal.confirmed_at === null ? proposal : null,
    }),
  };
}

type Proposal = NonNullable<Awaited<ReturnType<typeof findProposal>>>;

function shownProposal({ proposed_by: _author, refusal: _refusal, ...proposal }: Proposal) {
  return proposal;
}

const findProposal = (db: Kysely<DB>, dealId: string) =>
  db
    .selectFrom("deal_completion_list")
    .select(["id", "issued_on", "proposed_at", "proposed_by", "proposed_by_name", "refusal"])
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

async function readCompanyAccounts(db: Kysely<DB>, actor: PolicyActor, dealId: string) {
  const rows = await db
    .selectFrom("company_account_list")
    .select([
      "id",
      "account_name",
      "sort_code",
      "account_number",
      "bank",
      "entered_at",
      "entered_by",
      "entered_by_name",
    ])
    .select(["confirmed_at", "confirmed_by_name", "call_back_note", "is_waiting", "refusal"])
    .select(["rejected_at", "rejected_by_name", "rejection"])
    .where("deal_id", "=", dealId)
    .execute();
  return sortAccounts(actor, rows);
}

/** Who holds shares of a deal now and has an account. */
export async function listHolders(tx: Transaction<DB>, dealId: string) {
  const { rows } = await sql<{ user_id: string; commitment_id: string }>`
    select user_id, commitment_id from holders_of_deal(${dealId})`.execute(tx);
  return rows;
}
