import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildAdmin, type Person } from "#server/sample/builders.ts";
import { buildManyCommitments } from "#tests/support/many-commitments.ts";
import { mostRows, watchPlans } from "#tests/support/nested-plans.ts";
import { confirmShares, draftShares } from "#tests/support/past-the-lists.ts";
import { type Answer, type Call, createTestApp, type TestApp } from "#tests/support/test-app.ts";
import { listLines } from "./allocation-queries.ts";

let club: TestApp;
let admin: Person;
let call: Call;
let deal: Awaited<ReturnType<typeof buildManyCommitments>>;
let drafted: Answer;
beforeAll(async () => {
  club = await createTestApp();
  admin = await buildAdmin(club.db);
  call = await club.as(admin);
  deal = await buildManyCommitments(club.db, 10_000);
  await draftShares(club, deal.id);
  drafted = await call("GET", `/api/deals/${deal.id}/allocation`);
  await sql`analyze allocation_lines`.execute(club.db);
}, 120_000);
afterAll(() => club.close());

describe("A round of 10,000 commitments", () => {
  it("A round of 10,000 commitments is worked out whole: all shares there are, and costs of what the company is paid", async () => {
    // £10,000,000.00 at £0.8349 are 11,977,482 shares, for £9,999,999.72.
    expect([drafted.status, drafted.body]).toMatchObject([
      200,
      {
        capacity_shares: 11_977_482,
        members: 10_000,
        waiting: 0,
        totals: { shares: 11_977_482, cost_pence: 999_999_972 },
      },
    ]);
    const seen = { lines: 0, shares: 0, cost_pence: 0, fee_pence: 0 };
    for (let cursor = ""; ; ) {
      const { body } = await call("GET", `/api/deals/${deal.id}/allocation/lines?limit=500${cursor}`);
      for (const { shares, cost_pence, fee_pence } of body.items) {
        seen.lines += 1;
        seen.shares += shares;
        seen.cost_pence += cost_pence;
        seen.fee_pence += fee_pence;
      }
      if (!body.next_cursor) break;
      cursor = `&cursor=${body.next_cursor}`;
    }
    const { shares, cost_pence, fee_pence } = drafted.body.totals;
    expect(seen).toEqual({ lines: 10_000, shares, cost_pence, fee_pence });
  });
  it("A round of 10,000 commitments is read page by page from an index, and no page reads other lines", async () => {
    const watched = await watchPlans(club.database);
    try {
      const later = Buffer.from(
        JSON.stringify([new Date(Date.now() - 6 * 24 * 60 * 60 * 1000).toISOString(), admin.id]),
      ).toString("base64url");
      for (const cursor of [undefined, later]) {
        const plan = (
          await watched.plansOf({ userId: admin.id }, (tx) => listLines(tx, deal.id, { limit: 500, cursor }))
        ).join("\n");
        expect(plan).toContain("allocation_lines_place_idx");
        expect(mostRows(plan), plan).toBeLessThan(1100);
      }
    } finally {
      await watched.close();
    }
  });
  it("A round of 10,000 commitments is confirmed whole, and everybody is told", async () => {
    await confirmShares(club, deal.id);
    const { rows } = await sql<{ members: number; cost: number; told: number; mails: number }>`
      select count(*)::int as members, sum(cost_pence)::bigint as cost,
             (select count(*) from notices where kind = 'shares_given_out')::int as told,
             (select count(*) from pgboss.job where data ->> 'template' = 'shares-given-out')::int as mails
        from commitments where state = 'allocated'`.execute(club.db);
    expect(rows).toEqual([{ members: 10_000, cost: 999_999_972, told: 10_000, mails: 10_000 }]);
  }, 60_000);
});
