import { type Expression, type Kysely, type SqlBool, sql, type Transaction } from "kysely";
import {
  type AuditEvent,
  type AuditFilter,
  type AuditPerson,
  auditKindFacts,
  auditPersonCount,
} from "#shared/audit/audit.ts";
import type { List } from "#shared/lists.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { fromCursor, keysetPage, newestFirst, readInOrder } from "../../platform/http/keyset-page.ts";

interface ListQuery extends AuditFilter {
  limit: number;
  cursor?: string | undefined;
}

export async function listAuditEvents(tx: Transaction<DB>, query: ListQuery): Promise<List<AuditEvent>> {
  const subjects = query.person ? await subjectsOf(tx, query.person) : [];
  const { items, next_cursor } = await keysetPage(auditKeys(tx, query, subjects, query), auditOrder, query);
  const ids = items.map(({ id }) => id);
  return { items: await namedEvents(tx, ids), next_cursor };
}

/** Ids of a person and their records. */
async function subjectsOf(tx: Transaction<DB>, person: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select ${person}::uuid as id
    union select id from member_profiles where user_id = ${person}
    union select id from member_profile_submissions where user_id = ${person}
    union select id from invitations where used_by = ${person}
    union select m.id from audit_people p join pending_members m on m.email = p.email where p.id = ${person}`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

type AuditRow = Omit<AuditEvent, "actor" | "subject" | "created_at"> & {
  created_at: Date;
  actor_id: string | null;
  actor_name: string | null;
  actor_email: string | null;
  subject_id: string | null;
  subject_name: string | null;
  subject_email: string | null;
};

async function namedEvents(tx: Transaction<DB>, ids: readonly string[]): Promise<AuditEvent[]> {
  const { rows } = await sql<AuditRow>`
    select id, created_at, kind, details, actor_id, actor_name, actor_email, subject_id, subject_name, subject_email, reason
      from audit_log where id = any(${ids}::uuid[]) order by created_at desc, id desc`.execute(tx);
  return rows.map(toAuditEvent);
}

const toAuditEvent = (row: AuditRow): AuditEvent => ({
  id: row.id,
  created_at: row.created_at.toISOString(),
  kind: row.kind,
  actor: row.actor_id === null ? null : { id: row.actor_id, full_name: row.actor_name, email: row.actor_email },
  subject:
    row.subject_id === null
      ? null
      : {
          type: auditKindFacts[row.kind].subject,
          id: row.subject_id,
          full_name: row.subject_name,
          email: row.subject_email,
        },
  details: row.details,
  reason: row.reason,
});

/** First by name among the newest matches; refine the search for more. */
export async function findAuditPeople(tx: Transaction<DB>, words: string): Promise<AuditPerson[]> {
  const { rows } = await sql<AuditPerson>`
    select p.id, p.full_name, p.email from user_roles r
      -- One by one: joined, PostgreSQL would put everybody's names together first.
     cross join lateral (select id, full_name, email from audit_people where id = r.user_id limit 1) p
     where r.id in (select find_people(${words}, null, null, false, null, null, ${newestAtMost}))
     order by p.full_name, p.email limit ${auditPersonCount}`.execute(tx);
  return rows;
}

const newestAtMost = 25;

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
