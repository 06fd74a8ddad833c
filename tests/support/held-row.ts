import { type Kysely, sql } from "kysely";
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
export async function meetAtRow<Answer>(
  db: Kysely<DB>,
  table: Table,
  id: string,
  calls: readonly (() => Promise<Answer>)[],
): Promise<Answer[]> {
  const answers: Promise<Answer>[] = [];
  await db.transaction().execute(async (tx) => {
    await sql`select from ${sql.table(table)} where id = ${id} for update`.execute(tx);
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
  if (rows[0]?.waiting !== count) throw new Error(`${rows[0]?.waiting} of ${count} calls wait for the row`);
}
