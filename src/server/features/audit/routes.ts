import { type Expression, type Kysely, type SqlBool, sql, type Transaction } from "kysely";
import {
  type AuditEvent,
  type AuditFilter,
  type AuditPerson,
  auditEventListSchema,
  auditFilterSchema,
  auditKindFacts,
  auditPersonCount,
  auditPersonListSchema,
  auditPersonQuerySchema,
  auditQuerySchema,
  auditSubjectNames,
} from "#shared/audit/audit.ts";
import type { List } from "#shared/lists.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { type CsvExport, csvExport } from "../../platform/http/csv-stream.ts";
import { onlyPost } from "../../platform/http/http-error.ts";
import { fromCursor, keysetPage, newestFirst, readInOrder } from "../../platform/http/keyset-page.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";

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
      -- The names are read row by row, as PostgreSQL would join those of everybody first.
     cross join lateral (select id, full_name, email from audit_people where id = r.user_id limit 1) p
     where r.id in (select find_people(${words}, null, null, false, null, null, ${newestAtMost}))
     order by p.full_name, p.email limit ${auditPersonCount}`.execute(tx);
  return rows;
}

const newestAtMost = 25;

export const auditOrder = newestFirst("created_at");

/** Reads one page of ids; each branch is an index scan limited to the page size. */
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

const route = routesOf("Club");

const list = route("get", "/audit-events", {
  name: "listAuditEvents",
  summary: "Who did what, on whom, when",
  audience: "admin",
  key: "read",
  query: auditQuerySchema,
  answer: auditEventListSchema,
});

const findPeople = route("get", "/audit-events/people", {
  name: "findAuditedPeople",
  summary: "People by name, e-mail or id, to filter the audit by",
  audience: "admin",
  query: auditPersonQuerySchema,
  answer: auditPersonListSchema,
});

const download = route("post", "/audit-events.csv", {
  name: "exportAuditEvents",
  summary: "The audit as a CSV file",
  audience: "admin",
  query: auditFilterSchema,
  file: "text/csv",
});

export const auditEventRoutes = createRouter()
  .openapi(list, async (c) => {
    const { dependencies, actor } = c.var;
    return c.json(await dependencies.asActor(actor, (tx) => listAuditEvents(tx, c.req.valid("query"))), 200);
  })
  .openapi(findPeople, async (c) => {
    const { dependencies, actor } = c.var;
    const items = await dependencies.asActor(actor, (tx) => findAuditPeople(tx, c.req.valid("query").q));
    return c.json({ items, next_cursor: null }, 200);
  })
  .openapi(download, async (c) => c.body(...(await csvExport(c.var, auditCsv(c.req.valid("query"))))) as never);
auditEventRoutes.get(download.path, onlyPost);

const columns = [
  "When (UTC)",
  "What",
  "Kind",
  "Who",
  "Who: email",
  "Who: id",
  "To whom or what",
  "Its kind",
  "Its email",
  "Its id",
  "Details",
  "Reason",
];

/** Records the export first; later rows are excluded. */
export const auditCsv = (filter: AuditFilter): CsvExport<AuditEvent> => ({
  name: "audit",
  columns,
  toRow,
  list: (tx, page) => listAuditEvents(tx, { ...filter, ...page }),
  audit: (effects) =>
    effects.audit("audit_exported", null, { person: filter.person ?? null, kind: filter.kind ?? null }),
});

const toRow = ({ created_at, kind, actor, subject, details, reason }: AuditEvent): string[] => [
  created_at,
  auditKindFacts[kind].name,
  kind,
  ...(actor ? [actor.full_name ?? "", actor.email ?? "", actor.id] : ["", "", ""]),
  ...(subject
    ? [subject.full_name ?? "", auditSubjectNames[subject.type], subject.email ?? "", subject.id]
    : ["", "", "", ""]),
  Object.keys(details).length === 0 ? "" : JSON.stringify(details),
  reason ?? "",
];
