import { type Kysely, type RawBuilder, sql } from "kysely";
import { vi } from "vitest";
import type { DB } from "#server/platform/db/database.generated.ts";

type Table =
  | "companies"
  | "deal_calls"
  | "deal_questions"
  | "deals"
  | "investor_records"
  | "invitations"
  | "member_profile_submissions"
  | "statements"
  | "user_roles";

/**
 * Locks a row until all calls wait for it, in this order: each has passed its guard before the first proceeds. @returns
 * the responses in order.
 */
export const meetAtRow = <Answer>(
  db: Kysely<DB>,
  table: Table,
  id: string,
  calls: readonly (() => Promise<Answer>)[],
): Promise<Answer[]> => meetAt(db, sql`select from ${sql.table(table)} where id = ${id} for update`, calls);

/** As meetAtRow, where each call writes a new row: the table can be read and not written until all calls wait. */
export const meetAtWrites = <Answer>(
  db: Kysely<DB>,
  table: "price_evidence" | "relief_records",
  calls: readonly (() => Promise<Answer>)[],
): Promise<Answer[]> => meetAt(db, sql`lock table ${sql.table(table)} in share mode`, calls);

async function meetAt<Answer>(
  db: Kysely<DB>,
  lock: RawBuilder<unknown>,
  calls: readonly (() => Promise<Answer>)[],
): Promise<Answer[]> {
  const answers: Promise<Answer>[] = [];
  await db.transaction().execute(async (tx) => {
    await lock.execute(tx);
    for (const call of calls) {
      answers.push(call());
      await vi.waitFor(() => expectWaiting(db, answers.length), { interval: 5, timeout: 10_000 });
    }
  });
  return Promise.all(answers);
}

async function expectWaiting(db: Kysely<DB>, count: number): Promise<void> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  if (rows[0]?.waiting !== count) throw new Error(`${rows[0]?.waiting} of ${count} calls wait`);
}
