import { type Kysely, sql } from "kysely";
import type { DB } from "../../../platform/db/database.generated.ts";

export async function hasTestBank(db: Kysely<DB>, dealId: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select has_test_bank(${dealId}) as has`.execute(db);
  return rows[0]?.has ?? false;
}
