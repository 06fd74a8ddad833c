import { type Kysely, sql } from "kysely";
import type { DB } from "../../../platform/db/database.generated.ts";

/** Of these commitments, those of the reader and of accounts that look like theirs. */
export async function readOwnMoney(
  db: Kysely<DB>,
  commitmentIds: readonly (string | null)[],
): Promise<ReadonlySet<string>> {
  const ids = [...new Set(commitmentIds.flatMap((id) => id ?? []))];
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`select id from own_money(${ids}::uuid[]) as id`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

export async function hasOtherAdmin(db: Kysely<DB>): Promise<boolean> {
  const { rows } = await sql<{ has_other: boolean }>`select has_other_admin() as has_other`.execute(db);
  return rows[0]?.has_other ?? false;
}
