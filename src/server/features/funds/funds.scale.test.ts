import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildDeal } from "#server/sample/build-deal.ts";
import { buildCommitment } from "#server/sample/build-held-round.ts";
import { buildInvestor } from "#server/sample/build-investor.ts";
import { buildAdmin, type Person } from "#server/sample/builders.ts";
import { paymentReference } from "#shared/funds/payment-reference.ts";
import { type Call, createTestApp, type TestApp } from "#tests/support/test-app.ts";

/** A round with 10,000 members, of whom 5,000 have paid. */
const members = 10_000;
const lines = 5000;
const alphabet = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
let club: TestApp;
let admin: Call;
let member: Call;
let dealId: string;
let file: string;

beforeAll(async () => {
  club = await createTestApp();
  const { db } = club;
  const owen: Person = await buildAdmin(db);
  admin = await club.as(owen);
  const deal = await buildDeal(db, { state: "closing" });
  dealId = deal.id;
  const investor = await buildInvestor(db, { full_name: "Ben Lindqvist" });
  member = await club.as(investor);
  await buildCommitment(db, { deal_id: dealId, terms_id: deal.terms_id, record_id: investor.record_id });
  await sql`insert into auth.users (email, name, email_verified)
    select 'many-' || n || '@castell.example', 'Ben Lindqvist', true from generate_series(2, ${members}::int) n`.execute(
    db,
  );
  await sql`insert into investor_records (user_id, legal_name)
    select id, name from auth.users where email like 'many-%'`.execute(db);
  const codes = Array.from({ length: members }, (_, place) =>
    [27_000, 900, 30, 1].map((unit) => alphabet[Math.floor(place / unit) % 30]).join(""),
  );
  const references = codes.map((code) => paymentReference("SC2", code));
  await sql`insert into commitments (deal_id, record_id, number, state, terms_id, tier, fee_bp, band, placed_at, amount_pence,
      ceiling_pence, shares, least_shares)
    select ${dealId}, r.id, 1 + row_number() over (order by r.id), 'committed', ${deal.terms_id}, 'trial', 1250, 'general', now(),
           1200000, 1200000, 10000, 417
      from investor_records r where r.id <> ${investor.record_id}`.execute(db);
  await sql`update commitments c set state = 'called', allocated_shares = 417, cost_pence = 50040, fee_pence = 6255,
      called_at = now(), due_at = now() + interval '48 hours', grace_until = now() + interval '72 hours',
      reference = (${references}::text[])[c.number] where c.deal_id = ${dealId}`.execute(db);
  await db.transaction().execute(async (tx) => {
    await sql`insert into ledger_transactions (deal_id, number, booked_on, kind, commitment_id)
      select deal_id, number, '2027-01-25', 'call', id from commitments where deal_id = ${dealId}`.execute(tx);
    await sql`insert into ledger_entries (transaction_id, deal_id, account, commitment_id, amount_pence)
      select t.id, t.deal_id, e.account, case when e.account <> '2100' then t.commitment_id end, e.pence
        from ledger_transactions t, (values ('1100', 56295), ('2000', -50040), ('2100', -6255)) e (account, pence)
       where t.deal_id = ${dealId}`.execute(tx);
  });
  await sql`vacuum analyze`.execute(db);
  const rows = references
    .slice(0, lines)
    .map((reference, place) => `02/01/2026,B LINDQVIST,${reference},FPI,562.95,${((place + 1) * 562.95).toFixed(2)}`);
  file = `Date,Counter Party,Reference,Type,Amount (GBP),Balance (GBP)\n${rows.join("\n")}\n`;
}, 240_000);
afterAll(() => club.close());

const csv = { "content-type": "text/csv" };
const get = (path: string, by = admin) => by("GET", `/api/deals/${dealId}/${path}`);

describe("With 10,000 members", () => {
  it("5,000 lines of the bank are read, graded and booked by one import", async () => {
    const imported = await admin("POST", `/api/deals/${dealId}/bank-files?name=a.csv`, file, csv);
    expect([imported.status, imported.body.new_lines, imported.body.booked]).toEqual([
      ...[201, lines, { lines, paid_in_pence: lines * 56_295, paid_out_pence: 0 }],
    ]);
    expect((await get("bank-lines")).body.items).toEqual([]);
  }, 180_000);

  it("The closing board, the first and last page of 10,000 members and the ledger tie", async () => {
    const board = await get("closing");
    expect(board.body).toMatchObject({
      counts: { called: { members }, paid: { members: lines } },
      due_pence: members * 56_295,
      applied_pence: lines * 56_295,
      transactions: members + lines,
    });
    const first = await get("closing/members");
    const last = await get(`closing/members?cursor=${Buffer.from("[9800]").toString("base64url")}`);
    expect([first.body.items.length, last.body.items.length]).toEqual([200, 200]);
    expect((await get("ledger?limit=500", member)).body.items.length).toBe(500);
    const end = await get(`ledger?limit=500&cursor=${Buffer.from("[14500]").toString("base64url")}`, member);
    expect(end.body.items.at(-1)).toMatchObject({ number: members + lines, balance_pence: lines * 56_295 });
  }, 60_000);
});
