import { sql, type Transaction } from "kysely";
import type { DB } from "../../platform/db/database.generated.ts";
import { keysetPage } from "../../platform/http/keyset-page.ts";

export function listDeletionRequests(tx: Transaction<DB>, page: { limit: number; cursor?: string | undefined }) {
  const requests = tx
    .selectFrom("deletion_requests as d")
    // LIMIT stops PostgreSQL from evaluating the view for every row.
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
    .select([
      sql<boolean>`d.user_id in (select first_admin_ids())`.as("is_first_admin"),
      sql<number | null>`(
        with admins as (select user_id from user_roles where role = 'admin' and status = 'approved'
                        union select first_admin_ids())
        select count(*)::int - 1 from admins having bool_or(admins.user_id = d.user_id))`.as("admins_left"),
    ]);
  return keysetPage(requests, firstDue, page);
}

const firstDue = [
  { name: "d.due_at", type: "timestamptz", direction: "asc" },
  { name: "d.id", type: "uuid", direction: "asc" },
] as const;
