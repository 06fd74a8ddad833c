import { sql, type Transaction } from "kysely";
import type { DB } from "../../db/database.generated.ts";
import { fromCursor, pageOf } from "../../http/page-of.ts";

interface ListQuery {
  limit: number;
  cursor?: string | undefined;
}

/** Everybody with an admin's rights, the newest first. */
export async function listAdmins(tx: Transaction<DB>, { limit, cursor }: ListQuery) {
  const after = fromCursor(cursor);
  const rows = await tx
    .selectFrom("admins")
    .select([
      "id",
      "email",
      "full_name",
      "is_first_admin",
      "admin_since",
      "given_by",
      "given_by_name",
      "is_given_by_club",
    ])
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(admin_since, id) < (${after?.moment}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy("admin_since", "desc")
    .orderBy("id", "desc")
    .limit(limit + 1)
    .execute();
  return pageOf(rows, limit, (row) => row.admin_since);
}

/** Approved members who are no admins and whose name or e-mail has `q` in it, those who asked last first. */
export async function findAdminCandidates(tx: Transaction<DB>, { limit, cursor, q }: ListQuery & { q: string }) {
  const after = fromCursor(cursor);
  const rows = await tx
    .selectFrom("user_roles as r")
    .innerJoinLateral(
      (query) =>
        query
          .selectFrom("membership_requests")
          .select(["email", "full_name"])
          .whereRef("user_id", "=", "r.user_id")
          .where("is_admin", "=", false)
          .where("is_first_admin", "=", false)
          .where(sql<boolean>`position(lower(${q}) in lower(concat_ws(' ', full_name, email))) > 0`)
          .limit(1)
          .as("m"),
      (join) => join.onTrue(),
    )
    .select(["r.user_id as id", "m.email", "m.full_name", "r.requested_at"])
    .where("r.role", "=", "member")
    .where("r.status", "=", "approved")
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(r.requested_at, r.user_id) < (${after?.moment}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy("r.requested_at", "desc")
    .orderBy("r.user_id", "desc")
    .limit(limit + 1)
    .execute();
  const { items, next_cursor } = pageOf(rows, limit, (row) => row.requested_at);
  return { items: items.map(({ requested_at, ...person }) => person), next_cursor };
}

export const adminRoleOf = (tx: Transaction<DB>, userId: string) =>
  tx
    .selectFrom("user_roles")
    .select(["id", "user_id", "role", "status", "requested_at", "approved_at", "approved_by"])
    .where("user_id", "=", userId)
    .where("role", "=", "admin");
