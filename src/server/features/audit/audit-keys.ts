import { type Expression, type Kysely, type SqlBool, sql } from "kysely";
import type { AuditFilter } from "#shared/audit.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { fromCursor, newestFirst, readInOrder } from "../../platform/http/keyset-page.ts";

export const auditOrder = newestFirst("created_at");

/** One page of ids; each branch is an index scan limited to the page size. */
export function auditKeys(
  db: Kysely<DB>,
  { person, kind }: AuditFilter,
  subjects: readonly string[],
  { cursor, limit }: { cursor?: string | undefined; limit: number },
) {
  const events = db
    .selectFrom("audit_events")
    .select(["id", "created_at"])
    .$if(kind !== undefined, (query) => query.where("kind", "=", kind ?? ""));
  const after = fromCursor(auditOrder, cursor);
  const branch = (whose: Expression<SqlBool>) => readInOrder(events.where(whose), auditOrder, after, limit + 1);
  const ofPerson = sql`(
    ${branch(sql`actor_id = ${person}`)}
    union
    select done.id, done.created_at
      from unnest(${subjects}::uuid[]) as subject (id)
     cross join lateral ${branch(sql`subject_id = subject.id`)} as done)`;
  const found = sql<{ id: string; created_at: Date }>`${person ? ofPerson : events}`;
  return db.selectFrom(found.as("found")).select(["id", "created_at"]);
}
