import { sql } from "kysely";
import type { Database } from "./connect.ts";

/** @throws while unreachable or not migrated. */
export async function assertMigrated(db: Database): Promise<void> {
  await sql`select 1 from user_roles limit 1`.execute(db);
}
