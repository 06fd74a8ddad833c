import { type Kysely, sql, type Transaction } from "kysely";
import { recordKeptUntil as lastDay } from "#shared/investor-records/retain-until.ts";
import { londonDate } from "#shared/london-time.ts";
import type { Club } from "#shared/settings/settings.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import type { Effects } from "../../platform/db/types.ts";

interface Given {
  deals: Pick<Club["deals"], "retention_years">;
  now: Date;
}

/** Kept without its account, which is being deleted, while the law asks for it; otherwise removed. What is not given out is left. */
export async function sealInvestorRecord(
  given: Given,
  tx: Transaction<DB>,
  effects: Effects,
  userId: string,
): Promise<void> {
  await sql`select withdraw_commitments_of(${userId}, ${given.now})`.execute(tx);
  const until = await recordKeptUntil(given, tx, userId);
  if (!until) {
    await tx.deleteFrom("investor_records").where("user_id", "=", userId).execute();
    return;
  }
  const { id } = await tx
    .updateTable("investor_records")
    .set({ user_id: null, sealed_at: given.now, retain_until: until })
    .where("user_id", "=", userId)
    .returning("id")
    .executeTakeFirstOrThrow();
  effects.audit("investor_record_sealed", id, { retain_until: until });
}

/** @returns the London day until which somebody's investor record would outlive the account; null if it would not. */
export async function recordKeptUntil({ deals, now }: Given, db: Kysely<DB>, userId: string): Promise<string | null> {
  const today = londonDate(now);
  const record = await db
    .selectFrom("investor_records")
    .select(["needed_until", sql<boolean>`holds_shares(id)`.as("holds_shares")])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return record ? lastDay(record, deals.retention_years, today) : null;
}
