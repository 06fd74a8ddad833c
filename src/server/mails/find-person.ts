import { sql } from "kysely";
import type { Database } from "../platform/db/connect.ts";

export type Person = NonNullable<Awaited<ReturnType<typeof findPerson>>>;

/** Who somebody is and where their profile and membership stand; the name as the membership requests show it. */
export function findPerson(db: Database, userId: string) {
  return db
    .selectFrom("auth.users as u")
    .leftJoin("member_profiles as p", "p.user_id", "u.id")
    .leftJoin("member_profile_submissions as s", "s.user_id", "u.id")
    .leftJoin("pending_members as i", "i.email", "u.email")
    .leftJoin("user_roles as r", (join) => join.onRef("r.user_id", "=", "u.id").on("r.role", "=", "member"))
    .leftJoin("auth.accounts as g", (join) => join.onRef("g.user_id", "=", "u.id").on("g.provider_id", "=", "google"))
    .select([
      "u.id",
      "u.email",
      "s.status as submissionStatus",
      "s.admin_notes as adminNotes",
      "r.status as membershipStatus",
      "r.standing_reason as standingReason",
      "p.hidden_reason as hiddenReason",
      sql<"suspended" | "ended" | "reinstated">`case when r.ended_at is not null then 'ended'
        when r.suspended_at is not null then 'suspended' else 'reinstated' end`.as("standing"),
      "g.email as googleEmail",
      sql<string | null>`coalesce(p.full_name, s.full_name, nullif(u.name, ''), i.full_name)`.as("name"),
    ])
    .where("u.id", "=", userId)
    .executeTakeFirst();
}
