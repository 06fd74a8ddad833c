import { type Kysely, sql } from "kysely";
import type { DB } from "#server/platform/db/database.generated.ts";
import { buildCommitment } from "#server/sample/build-held-round.ts";
import { buildFile } from "#server/sample/builders.ts";
import { buildHolding } from "./build-holding.ts";
import { adminSeesOne, denied, nobody, type Outcomes, own, refused } from "./outcomes.ts";

const ownIsRefused: Outcomes = [denied, 0, 0, refused, 0];

/** What a policy, a check or a function decides by row. */
export const fundsStatements: Record<string, Outcomes> = {
  "select from files where kind = 'holding_import'": [0, 0, 0, 0, 1],
  "select from files where kind = 'price_evidence'": [0, 0, 0, 1, 1],
  "insert into price_evidence (price_id, author_id, file_name, file_id) select id, $me, 'a.pdf', $unused from share_prices where confirmed_at is null":
    adminSeesOne,
  "insert into price_evidence (price_id, author_id, file_name, file_id) values (gen_random_uuid(), $me, 'a.pdf', $unused)":
    nobody,
  "insert into price_evidence (price_id, author_id, file_name, file_id) select id, $other, 'a.pdf', $unused from share_prices where confirmed_at is null":
    [denied, 0, 0, 0, denied],
  "insert into relief_records (record_id, holding_id, kind, claimed_on, pence) select record_id, id, 'income', '2027-11-15', 1 from holdings":
    [denied, 0, 0, 1, denied],
  "insert into relief_records (typed_holding_id, kind, claimed_on, pence) select id, 'income', '2027-11-15', 1 from typed_holdings":
    own,
  "delete from relief_records": own,
  "select from files where kind = 'share_action_evidence'": [0, 0, 0, 1, 1],
  "insert into share_action_evidence (action_id, author_id, file_name, file_id) select id, $me, 'a.pdf', $unused from share_actions where confirmed_at is null":
    adminSeesOne,
  "insert into share_action_evidence (action_id, author_id, file_name, file_id) values (gen_random_uuid(), $me, 'a.pdf', $unused)":
    nobody,
  "insert into share_action_evidence (action_id, author_id, file_name, file_id) select id, $other, 'a.pdf', $unused from share_actions where confirmed_at is null":
    [denied, 0, 0, 0, denied],
  // Admins do not see what a member typed of their own holdings.
  "insert into typed_companies (name) values ('Mine')": [denied, 1, 1, 1, 1],
  "update typed_companies set name = 'Mine'": own,
  "delete from typed_companies": own,
  "insert into typed_holdings (company_id, shares, share_class, price, cost_pence, fee_pence, issued_on) select id, 1, 'A', 1, 100, 0, '2027-01-01' from typed_companies":
    own,
  "update typed_holdings set shares = 9": own,
  "delete from typed_holdings": own,
  "insert into typed_prices (company_id, as_of, price) select id, '2027-01-01', 1 from typed_companies": own,
  "delete from typed_prices": own,
  "insert into typed_sales (company_id, sold_on, shares, gross_pence, costs_pence) select id, '2027-01-01', 1, 1, 0 from typed_companies":
    own,
  "delete from typed_sales": own,
  // The member's own commitment is paid already.
  "select from hold_commitment($commitment) done where done is not null": ownIsRefused,
  "select from take_fewer_shares($commitment, 1, 1, 1) done where done is not null": ownIsRefused,
  "select from ask_for_refund($commitment) done where done is not null": ownIsRefused,
};

interface Given {
  deal_id: string;
  terms_id: string;
  records: readonly string[];
}

/** Two commitments, the first of them called and paid, and a row of all that hangs on them. @returns the first. */
export async function buildFunds(db: Kysely<DB>, { deal_id, terms_id, records }: Given): Promise<{ id: string }> {
  const [first, second] = await Promise.all(
    records.map((record_id, index) => buildCommitment(db, { deal_id, terms_id, record_id, number: index + 1 })),
  );
  if (!first || !second) throw new Error("Two records are needed.");
  const ids = [first.id, second.id];
  const { id: allocation_id } = await db
    .insertInto("allocations")
    .values({
      deal_id,
      terms_id,
      number: 1,
      method: "pro_rata",
      capacity_shares: 83_333,
      minimum_shares: 417,
      priority_share_percent: 40,
      asked_shares: 20_000,
      input_sha256: "a".repeat(64),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const tier = { tier: "trial", fee_bp: 1250, band: "general" } as const;
  const line = { allocation_id, ...tier, placed_at: new Date(), wish: 10_000 };
  const shares = { least: 417, base: 417, priority: 0, rest: 9583, shares: 10_000, cost_pence: 1_200_000 };
  const byHand = { reason: "As agreed with the founders.", changed_at: new Date() };
  await db
    .insertInto("allocation_lines")
    .values([
      { ...line, ...shares, commitment_id: first.id },
      { ...line, ...shares, ...byHand, commitment_id: second.id },
    ])
    .execute();
  await db
    .updateTable("allocations")
    .set({ state: "final", confirmed_at: new Date() })
    .where("id", "=", allocation_id)
    .execute();
  const closes_at = new Date(Date.now() + 24 * 60 * 60 * 1000);
  const { id: top_up_id } = await db
    .insertInto("top_ups")
    .values({ deal_id, number: 1, closes_at, shares: 100 })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("top_up_lines")
    .values(ids.map((commitment_id) => ({ top_up_id, commitment_id, unfilled: 50, offered: 50 })))
    .execute();
  await db
    .insertInto("collection_accounts")
    .values({
      deal_id,
      account_name: "Sample Nominee Services, clients",
      sort_code: "00-00-00",
      account_number: "00001234",
      bank: "Sample Bank",
      partner: "Sample Nominee Services",
    })
    .execute();
  await db
    .insertInto("funds_reminders")
    .values({ commitment_id: first.id, kind: "called", about: closes_at })
    .execute();
  await db
    .insertInto("funds_calls")
    .values({ deal_id, number: 1, due_at: closes_at, grace_until: closes_at })
    .execute();
  await db
    .insertInto("bank_mappings")
    .values({ name: "a", header_sha256: "a".repeat(64), mapping: "{}" })
    .execute();
  const { id: file_id } = await db
    .insertInto("bank_files")
    .values({ deal_id, name: "a.csv", format: "starling", sha256: "a".repeat(64), lines: 1, new_lines: 1 })
    .returning("id")
    .executeTakeFirstOrThrow();
  await sql`insert into bank_feeds (deal_id, account_id, environment, bank_account_id, bank_category_id)
    select deal_id, id, 'live', 'account', 'category' from collection_accounts where deal_id = ${deal_id}`.execute(db);
  const { id: bank_line_id } = await db
    .insertInto("bank_lines")
    .values({
      deal_id,
      file_id,
      line_number: 2,
      booked_on: "2027-01-25",
      amount_pence: 1000,
      payer: "A",
      reference: "B",
      line_key: "c",
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("outgoing_payments")
    .values({
      deal_id,
      kind: "wire",
      state: "cancelled",
      amount_pence: 1000,
      payee: "Alder Analytics",
      reason: "As agreed.",
    })
    .execute();
  await db.transaction().execute(async (tx) => {
    const call = JSON.stringify([
      { account: "1100", commitment_id: first.id, amount_pence: 1000 },
      { account: "2000", commitment_id: first.id, amount_pence: -900 },
      { account: "2100", commitment_id: null, amount_pence: -100 },
    ]);
    const receipt = JSON.stringify([
      { account: "1000", commitment_id: null, amount_pence: 1000 },
      { account: "1100", commitment_id: first.id, amount_pence: -1000 },
    ]);
    await sql`select post_ledger(${deal_id}, 'call', '2027-01-25', ${call}::jsonb, ${first.id})`.execute(tx);
    const { rows } = await sql<{ id: string }>`
      select post_ledger(${deal_id}, 'receipt', '2027-01-25', ${receipt}::jsonb, ${first.id}, ${bank_line_id}) as id`.execute(
      tx,
    );
    await tx
      .insertInto("bank_matches")
      .values({ deal_id, bank_line_id, transaction_id: rows[0]?.id ?? "", amount_pence: 1000 })
      .execute();
  });
  await db.insertInto("funds_nudges").values({ commitment_id: first.id, nudged_on: "2027-01-25" }).execute();
  await db
    .insertInto("ledger_checks")
    .values({ deal_id, ledger_pence: 1000, bank_pence: 1000, difference_pence: 0 })
    .execute();
  const holding = await buildHolding(db, first, { certificate_number: "A7F-001" });
  await buildPrices(db, holding);
  await buildDividend(db, holding);
  await buildImport(db, holding);
  await buildTyped(db, first.record_id);
  await buildSeat(db, holding.record_id ?? "");
  await buildPapers(db, deal_id, first.id);
  return first;
}

/** Of the company of a lot: one that waits and one that counts, and what was claimed on the lot. */
async function buildPrices(db: Kysely<DB>, holding: Awaited<ReturnType<typeof buildHolding>>): Promise<void> {
  const { id: holding_id, company_id, record_id } = holding;
  const price = { company_id, as_of: "2028-03-15", basis: "last_round", price: "2.48", source: "A filing." } as const;
  const [, counts] = await db
    .insertInto("share_prices")
    .values([price, { ...price, confirmed_at: new Date() }])
    .returning("id")
    .execute();
  const { id: file_id } = await buildFile(db, null, { kind: "price_evidence", media_type: "application/pdf" });
  await db
    .insertInto("price_evidence")
    .values({ price_id: counts?.id ?? "", file_name: "letter.pdf", file_id })
    .execute();
  const action = { company_id, new_shares: 10, old_shares: 1, effective_on: "2028-06-01", source: "A filing." };
  const [, split] = await db
    .insertInto("share_actions")
    .values([action, { ...action, confirmed_at: new Date() }])
    .returning("id")
    .execute();
  await db
    .insertInto("share_action_lines")
    .values({ action_id: split?.id ?? "", holding_id, shares_before: 1000, shares_after: 10_000 })
    .execute();
  const filed = await buildFile(db, null, { kind: "share_action_evidence", media_type: "application/pdf" });
  await db
    .insertInto("share_action_evidence")
    .values({ action_id: split?.id ?? "", file_name: "sh02.pdf", file_id: filed.id })
    .execute();
  await db
    .insertInto("relief_records")
    .values({
      record_id: record_id ?? "",
      holding_id,
      kind: "income",
      claimed_on: "2027-11-15",
      pence: 600_000,
    })
    .execute();
}

/** Of a lot's company, and what the lot and its exit brought beside the club's accounts. */
async function buildImport(db: Kysely<DB>, { id, company_id, record_id }: Awaited<ReturnType<typeof buildHolding>>) {
  const { id: file_id } = await buildFile(db, null, { kind: "holding_import", media_type: "text/csv" });
  await sql`
    with imports as (
      insert into holding_imports (file_name, file_id, sha256, confirmed_at) values ('a.csv', ${file_id}, repeat('a', 64), now())
      returning id),
    lines as (
      insert into holding_import_lines (import_id, line_number, kind, user_id, company_id, happened_on, gross_pence, costs_pence)
      select i.id, 2, 'distribution', r.user_id, ${company_id}, '2027-03-01', 100, 0
        from imports i, investor_records r where r.id = ${record_id} returning id, import_id),
    undos as (insert into holding_import_undos (import_id, because) select id, 'A slip.' from imports),
    payouts as (
      insert into imported_payouts (import_id, line_id, holding_id, paid_on, gross_pence, costs_pence)
      select import_id, id, ${id}, '2027-03-01', 100, 0 from lines)
    insert into exit_outside_payments (exit_id, paid_on, source) select id, '2028-03-01', 'A letter.' from exits`.execute(
    db,
  );
}

/** The rows are a member's own, beside the club's companies. */
async function buildTyped(db: Kysely<DB>, recordId: string | null): Promise<void> {
  const { id: company_id, user_id } = await db
    .insertInto("typed_companies")
    .columns(["user_id", "name"])
    .expression((of) =>
      of
        .selectFrom("investor_records")
        .select([sql<string>`user_id`.as("user_id"), sql<string>`'Rowan'`.as("name")])
        .where("id", "=", recordId),
    )
    .returning(["id", "user_id"])
    .executeTakeFirstOrThrow();
  const own = { user_id, company_id };
  const lot = { shares: 10, share_class: "A", price: "1", cost_pence: 1_000, fee_pence: 0, issued_on: "2027-01-01" };
  await db
    .insertInto("typed_holdings")
    .values({ ...own, ...lot })
    .execute();
  await db
    .insertInto("typed_sales")
    .values({ ...own, sold_on: "2027-02-01", shares: 1, gross_pence: 100, costs_pence: 0 })
    .execute();
  await db
    .insertInto("typed_prices")
    .values({ ...own, as_of: "2027-02-01", price: "1" })
    .execute();
}

/** Of the member whose record it is, opened once. */
async function buildSeat(db: Kysely<DB>, record_id: string): Promise<void> {
  await sql`with seat as (
      insert into adviser_seats (user_id, name, shows_reliefs, shows_papers, token_hash, expires_at)
      select user_id, 'Hale', true, true, repeat('a', 43), now() + interval '90 days' from investor_records where id = ${record_id}
      returning id)
    insert into adviser_openings (seat_id, is_new_device) select id, true from seat`.execute(db);
}

async function buildDividend(db: Kysely<DB>, holding: Awaited<ReturnType<typeof buildHolding>>): Promise<void> {
  const { id: holding_id, company_id, shares } = holding;
  const { id: exit_id } = await db
    .insertInto("exits")
    .values({
      company_id,
      kind: "dividend",
      happened_on: "2030-01-01",
      price: "0.10",
      costs_pence: 0,
      lots_sha256: "a".repeat(64),
      confirmed_at: new Date(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("exit_lines")
    .values({ exit_id, holding_id, shares, gross_pence: 100_000, costs_pence: 0 })
    .execute();
}

/** What is filed for a completion, and for the first of them. */
async function buildPapers(db: Kysely<DB>, deal_id: string, commitment_id: string): Promise<void> {
  const { id: request_id } = await db
    .insertInto("company_account_requests")
    .values({
      deal_id,
      name: "Tom Halden",
      email: "tom@alder.example",
      used_at: new Date(),
      expires_at: new Date(Date.now() + 14 * 24 * 60 * 60 * 1000),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("company_accounts")
    .values({
      deal_id,
      account_name: "Alder Analytics Ltd",
      sort_code: "00-00-00",
      account_number: "00004321",
      bank: "Sample Bank",
      request_id,
    })
    .execute();
  await db.insertInto("success_fee_decisions").values({ deal_id, article: "14", allowed_bp: 800 }).execute();
  await db.insertInto("deal_completions").values({ deal_id, issued_on: "2027-02-02" }).execute();
  await db
    .insertInto("success_fee_invoices")
    .values({
      number: 1,
      deal_id,
      invoiced_on: "2027-02-03",
      raised_pence: 1_200_000,
      fee_bp: 800,
      fee_pence: 96_000,
      article: "14",
    })
    .execute();
  const paper = async (kind: "board_minutes" | "beneficial_certificate", commitment: string | null) => {
    const { id: file_id } = await buildFile(db, null, { kind: "paper", media_type: "application/pdf" });
    const values = { deal_id, kind, commitment_id: commitment, file_id, file_name: "a.pdf", dated_on: "2027-02-03" };
    await db.insertInto("papers").values(values).execute();
  };
  await paper("board_minutes", null);
  await paper("beneficial_certificate", commitment_id);
  await db.insertInto("relief_steps").values({ deal_id, step: "filed", happened_on: "2027-06-10" }).execute();
}
