import { sql, type Transaction } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { DB } from "#server/platform/db/database.generated.ts";
import { buildAdmin } from "#server/sample/builders.ts";
import { buildAllocatedDeal, buildCollectionAccount, elevenMembers } from "#tests/support/build-allocated-deal.ts";
import { mostRows, watchPlans } from "#tests/support/nested-plans.ts";
import { callRound } from "#tests/support/past-the-lists.ts";
import { createTestApp, type TestApp } from "#tests/support/test-app.ts";
import { gradeOpenLines, readDues } from "../bank-lines/line-queries.ts";
import { listClosingMembers, readClosingBoard } from "../closing/closing-routes.ts";

const monday = new Date("2026-01-26T10:00:00Z");
let club: TestApp;
beforeAll(async () => {
  club = await createTestApp({ now: () => monday });
});
afterAll(() => club.close());

it("A call reaches ten thousand members at once, in a ledger that sums to zero", async () => {
  const { db } = club;
  const at = new Date(monday.getTime() - 60_000);
  const deal = await buildAllocatedDeal(db, { members: elevenMembers.slice(0, 1), at });
  await buildCollectionAccount(db, deal.id, at);
  await sql`insert into investor_records (legal_name, sealed_at, retain_until, needed_until)
    select 'Member ' || n, now(), '2100-01-01', '2026-01-01' from generate_series(1, 9999) n`.execute(db);
  await sql`insert into commitments (deal_id, record_id, number, terms_id, tier, fee_bp, band, placed_at, amount_pence,
                                     ceiling_pence, shares, least_shares)
    select ${deal.id}, r.id, 1 + row_number() over (order by r.id), ${deal.terms_id}, 'trial', 1250, 'general', now(), 124000,
           124000, 1000, 404
      from investor_records r where r.legal_name like 'Member %'`.execute(db);
  // As the planner knows them on the day of a call: nobody has shares, and nothing is booked.
  await sql`analyze commitments, ledger_transactions, ledger_entries, bank_lines, bank_matches`.execute(db);
  await sql`update commitments set state = 'allocated', allocated_shares = 1000, cost_pence = 124000, fee_pence = 15500
    where deal_id = ${deal.id} and state = 'committed'`.execute(db);
  const owen = await buildAdmin(db);
  await callRound(club, deal.id);
  const { rows } = await sql`
    select count(distinct transaction_id)::int as transactions, sum(amount_pence)::int as sum,
           (select count(distinct reference)::int from commitments) as "references"
      from ledger_entries`.execute(db);
  expect(rows).toEqual([{ transactions: 10_000, sum: 0, references: 10_000 }]);

  // Each member's part is looked up: nothing is compared with everything.
  const watched = await watchPlans(club.database);
  try {
    const actor = { userId: owen.id, isAdmin: true, isMember: true };
    for (const read of [
      (tx: Transaction<DB>) => readClosingBoard(tx, actor, deal.id, at),
      (tx: Transaction<DB>) => listClosingMembers(tx, actor, deal.id, { limit: 200 }, at),
      (tx: Transaction<DB>) => readDues(tx, deal.id),
      (tx: Transaction<DB>) => gradeOpenLines(tx, deal.id),
    ]) {
      const plans = await watched.plansOf(actor, read);
      expect(mostRows(plans.join("\n")), plans.join("\n")).toBeLessThan(50_000);
    }
  } finally {
    await watched.close();
  }
}, 120_000);
