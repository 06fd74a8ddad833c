import { sql, type Transaction } from "kysely";
import type { DB } from "../../db/database.generated.ts";
import { fromCursor, pageOf } from "../../http/page-of.ts";
import { adminRequired } from "../../http/refusal.ts";

const requestColumns = [
  "id",
  "user_id",
  "role",
  "status",
  "requested_at",
  "approved_at",
  "approved_by",
  "approved_by_name",
  "is_decided_by_club",
  "email",
  "email_verified",
  "full_name",
  "is_admin",
] as const;

interface ListQuery {
  limit: number;
  cursor?: string | undefined;
  status: "pending" | "decided";
}

export async function listMembershipRequests(tx: Transaction<DB>, { limit, cursor, status }: ListQuery) {
  const after = fromCursor(cursor);
  const moment = status === "pending" ? "requested_at" : "approved_at";
  const rows = await tx
    .selectFrom("membership_requests")
    .select(requestColumns)
    .where("status", status === "pending" ? "=" : "<>", "pending")
    .where("is_first_admin", "=", false)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(${sql.ref(moment)}, id) < (${after?.moment}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy(moment, "desc")
    .orderBy("id", "desc")
    .limit(limit + 1)
    .execute();
  return pageOf(rows, limit, (row) => row[moment] ?? row.requested_at);
}

/** Of a request that is there. @throws Refusal for an admin who has lost the role since they decided on it. */
export const getMembershipRequest = (tx: Transaction<DB>, userId: string) =>
  tx
    .selectFrom("membership_requests")
    .select(requestColumns)
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow(adminRequired);
