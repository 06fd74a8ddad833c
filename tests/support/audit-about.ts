import type { Kysely } from "kysely";
import type { DB } from "#server/platform/db/database.generated.ts";

/** The audit rows about a record, oldest first. @param kinds a pattern of SQL that their kind has to fit. */
export const auditAbout = (db: Kysely<DB>, subjectId: string, kinds = "%") =>
  db
    .selectFrom("audit_events")
    .select(["kind", "actor_id", "details"])
    .where("subject_id", "=", subjectId)
    .where("kind", "like", kinds)
    .orderBy("id")
    .execute();
