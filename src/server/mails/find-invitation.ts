import { sql } from "kysely";
import type { Database } from "../platform/db/connect.ts";

/** An invitation that can still be used, with the name an import knows its person by. */
export function findInvitation(db: Database, id: string) {
  return db
    .selectFrom("invitations as i")
    .leftJoin("pending_members as p", "p.email", "i.email")
    .select(["i.email", "i.code", "i.expires_at as expiresAt", "p.full_name as name"])
    .where("i.id", "=", id)
    .where("i.used_at", "is", null)
    .where("i.expires_at", ">", sql<Date>`now()`)
    .executeTakeFirst();
}
