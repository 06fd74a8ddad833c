import { sql, type Transaction } from "kysely";
import type { DB } from "../../platform/db/database.generated.ts";
import { fromCursor, paginate } from "../../platform/http/pagination.ts";

export async function listDeletionRequests(
  tx: Transaction<DB>,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
) {
  const after = fromCursor(cursor);
  const rows = await tx
    .selectFrom("deletion_requests as d")
    // The limit keeps PostgreSQL from putting everybody's names together before a first page is cut off.
    .innerJoinLateral(
      (query) =>
        query
          .selectFrom("audit_people")
          .select(["email", "full_name"])
          .whereRef("audit_people.id", "=", "d.user_id")
          .limit(1)
          .as("person"),
      (join) => join.onTrue(),
    )
    .select(["d.id", "d.user_id", "d.requested_at", "d.due_at", "person.email", "person.full_name"])
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(d.due_at, d.id) > (${after?.moment}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy("d.due_at")
    .orderBy("d.id")
    .limit(limit + 1)
    .execute();
  return paginate(rows, limit, ({ due_at }) => due_at);
}
