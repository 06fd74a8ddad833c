import { sql, type Transaction } from "kysely";
import type { DB } from "../db/database.generated.ts";
import { mailQueue } from "./mail-queue.ts";

export async function forgetMails(tx: Transaction<DB>, ids: readonly string[]): Promise<void> {
  await sql`delete from pgboss.job
    where name = ${mailQueue}
      and exists (select from jsonb_each_text(data) as field where field.value = any(${ids}::text[]))`.execute(tx);
}
