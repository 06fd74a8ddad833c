import type { Transaction } from "kysely";
import type { DB } from "../../platform/db/database.generated.ts";
import type { Effects } from "../../platform/db/types.ts";
import { isRemovableExample } from "./queries.ts";

/** @returns how many. */
export async function removeExamples(tx: Transaction<DB>, effects: Effects): Promise<number> {
  const removed = await tx
    .deleteFrom("content_items")
    .where(isRemovableExample)
    .returning(["id", "kind", "title"])
    .execute();
  for (const { id, kind, title } of removed) effects.audit("content_deleted", id, { kind, title });
  return removed.length;
}
