import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildAdmin } from "#server/sample/builders.ts";
import { buildManyCommitments, buildReceiptOfEach } from "#tests/support/many-commitments.ts";
import { watchPlans } from "#tests/support/nested-plans.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";
import { listTransactions } from "./ledger-queries.ts";

let database: TestDatabase;
let dealId: string;
let adminId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  ({ id: adminId } = await buildAdmin(db));
  ({ id: dealId } = await buildManyCommitments(db, 2000));
  await buildReceiptOfEach(db, dealId);
  await sql`vacuum analyze`.execute(db);
});
afterAll(() => database.close());

it("A page of a ledger of 2,000 receipts reads the entries of its own transactions alone", async () => {
  const watched = await watchPlans(database);
  let rows = 0;
  const plans = await watched.plansOf({ userId: adminId }, async (tx) => {
    const first = await listTransactions(tx, true, dealId, { limit: 50 });
    const { items } = await listTransactions(tx, true, dealId, { limit: 50, cursor: first.next_cursor ?? "" });
    rows = items.length;
    expect([items[0]?.number, items.at(-1)?.number, items[0]?.entries.length]).toEqual([51, 100, 2]);
  });
  await watched.close();
  const loops = plans.flatMap((plan) =>
    [...plan.matchAll(/Scan (?:using \w+ )?on ledger_entries .*actual .*loops=(\d+)/g)].map(([, count]) =>
      Number(count),
    ),
  );
  expect(Math.max(...loops), plans.join("\n")).toBe(rows);
});
