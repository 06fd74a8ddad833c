import { sql, type Transaction } from "kysely";
import type { DB } from "../../db/database.generated.ts";
import { fromCursor, pageOf } from "../../http/page-of.ts";

export async function listDeletionRequests(
  tx: Transaction<DB>,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
) {
  const after = fromCursor(cursor);
  const rows = await tx
    .selectFrom("deletion_requests_with_person")
    .select(["id", "user_id", "requested_at", "due_at", "email", "full_name"])
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(due_at, id) > (${after?.moment}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy("due_at")
    .orderBy("id")
    .limit(limit + 1)
    .execute();
  return pageOf(rows, limit, ({ due_at }) => due_at);
}
