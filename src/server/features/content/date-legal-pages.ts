import type { Transaction } from "kysely";
import type { DB } from "../../platform/db/database.generated.ts";

/** The starter's legal pages hold from then on: their own date is older than the club. */
export async function dateLegalPages(tx: Transaction<DB>, now: Date): Promise<void> {
  await tx
    .updateTable("content_items")
    .set({ first_published_at: now, published_at: now })
    .where("kind", "=", "page")
    .where("published_revision", "=", 1)
    .execute();
}
