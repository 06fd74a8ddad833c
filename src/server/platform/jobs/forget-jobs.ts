import { sql, type Transaction } from "kysely";
import type { DB } from "../db/database.generated.ts";

/** Deletes every job about one of these ids, done or not, mails included. */
export async function forgetJobs(tx: Transaction<DB>, ids: readonly string[]): Promise<void> {
  await sql`delete from pgboss.job
    where exists (select from jsonb_each_text(data) as field where field.value = any(${ids}::text[]))`.execute(tx);
}
