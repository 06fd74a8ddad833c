import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { AuditFilter } from "#shared/audit.ts";

/** Where a page ended: the ISO moment and the id of its last row. */
export interface AuditPosition {
  moment: string;
  id: string;
}

interface AuditKey {
  id: string;
  created_at: Date;
}

/**
 * The ids of a page, newest first, each branch read in the order of an index and no further than the page is long: the
 * person's own steps, and what was done to each of `subjects`.
 */
export function auditKeys(
  { person, kind }: AuditFilter,
  subjects: readonly string[],
  after: AuditPosition | undefined,
  limit: number,
): RawBuilder<AuditKey> {
  const branch = (whose?: RawBuilder<SqlBool>) => {
    const conditions = [sql<SqlBool>`true`];
    if (whose) conditions.push(whose);
    if (kind) conditions.push(sql<SqlBool>`kind = ${kind}`);
    if (after) conditions.push(sql<SqlBool>`(created_at, id) < (${after.moment}::timestamptz, ${after.id}::uuid)`);
    return sql`select id, created_at from audit_events where ${sql.join(conditions, sql` and `)}
                order by created_at desc, id desc limit ${limit}`;
  };
  if (!person) return sql`${branch()}`;
  return sql`
    select id, created_at from (
      (${branch(sql`actor_id = ${person}`)})
      union
      select done.id, done.created_at
        from unnest(${subjects}::uuid[]) as subject (id)
       cross join lateral (${branch(sql`subject_id = subject.id`)}) done
    ) as found order by created_at desc, id desc limit ${limit}`;
}
