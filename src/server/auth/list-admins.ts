import { sql, type Transaction } from "kysely";
import type { DB } from "../platform/db/database.generated.ts";

/** For jobs and links of mails, with the owner's rights: everybody with admin rights, first admins too. */
export async function listAdmins(tx: Transaction<DB>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select admin_ids() as id`.execute(tx);
  return rows.map(({ id }) => id);
}
