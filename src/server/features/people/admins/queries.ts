import { sql, type Transaction } from "kysely";
import type { AdminCandidate } from "#shared/admins.ts";
import type { DB } from "../../../platform/db/database.generated.ts";
import { fromCursor, paginate } from "../../../platform/http/pagination.ts";

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
  return paginate(rows, limit, (row) => row.admin_since);
}

/** Approved members who are no admins and whose name or e-mail has `q` in it, those who asked last first. */
export async function findAdminCandidates(tx: Transaction<DB>, { limit, cursor, q }: ListQuery & { q: string }) {
  const after = fromCursor(cursor);
  const { rows } = await sql<AdminCandidate & { role_id: string; requested_at: Date }>`
    select r.id as role_id, r.requested_at, p.id, p.email, p.full_name
      from user_roles r
      -- One by one: joined, PostgreSQL would put everybody's names together first.
     cross join lateral (select id, full_name, email from audit_people where id = r.user_id limit 1) p
     where r.id in (select find_people(${q}, true, ${after?.moment ?? null}, ${after?.id ?? null}, ${limit + 1}))
     order by r.requested_at desc, r.id desc`.execute(tx);
  const { items, next_cursor } = paginate(
    rows.map(({ role_id, requested_at, ...candidate }) => ({ id: role_id, requested_at, candidate })),
    limit,
    (row) => row.requested_at,
  );
  return { items: items.map(({ candidate }) => candidate), next_cursor };
}

export const adminRoleOf = (tx: Transaction<DB>, userId: string) =>
  tx
    .selectFrom("user_roles")
    .select(["id", "user_id", "role", "status", "requested_at", "approved_at", "approved_by"])
    .where("user_id", "=", userId)
    .where("role", "=", "admin");
