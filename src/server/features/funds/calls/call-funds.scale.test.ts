import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildAdmin } from "#server/sample/builders.ts";
import { buildAllocatedDeal, buildCollectionAccount, elevenMembers } from "#tests/support/build-allocated-deal.ts";
import { createTestApp, type TestApp } from "#tests/support/test-app.ts";

let club: TestApp;
beforeAll(async () => {
  club = await createTestApp();
});
afterAll(() => club.close());

it("calls ten thousand members at once, in a ledger that sums to zero", async () => {
  const { db } = club;
  const at = new Date(Date.now() - 60_000);
  const deal = await buildAllocatedDeal(db, { members: elevenMembers.slice(0, 1), at });
  await buildCollectionAccount(db, deal.id, at);
  await sql`insert into investor_records (legal_name, sealed_at, retain_until, needed_until)
    select 'Member ' || n, now(), '2100-01-01', '2026-01-01' from generate_series(1, 9999) n`.execute(db);
  await sql`insert into commitments (deal_id, record_id, number, terms_id, tier, fee_bp, band, placed_at, amount_pence,
                                     ceiling_pence, shares, least_shares, allocated_shares, cost_pence, fee_pence, state)
    select ${deal.id}, r.id, 1 + row_number() over (order by r.id), ${deal.terms_id}, 'trial', 1250, 'general', now(), 124000,
           124000, 1000, 404, 1000, 124000, 15500, 'allocated'
      from investor_records r where r.legal_name like 'Member %'`.execute(db);
  const admin = await club.as(await buildAdmin(db));
  const { status, body } = await admin("POST", `/api/deals/${deal.id}/funds-call`, { reason: "A test of many." });
  expect([status, body.members]).toEqual([201, 10_000]);
  const { rows } = await sql`
    select count(distinct transaction_id)::int as transactions, sum(amount_pence)::int as sum,
           (select count(distinct reference)::int from commitments) as "references"
      from ledger_entries`.execute(db);
  expect(rows).toEqual([{ transactions: 10_000, sum: 0, references: 10_000 }]);
}, 120_000);
