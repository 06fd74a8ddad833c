import {
  type AuditEvent,
  type AuditFilter,
  auditEventListSchema,
  auditFilterSchema,
  auditKindFacts,
  auditPersonListSchema,
  auditPersonQuerySchema,
  auditQuerySchema,
  auditSubjectNames,
} from "#shared/audit/audit.ts";
import { type CsvExport, csvExport } from "../../platform/http/csv-stream.ts";
import { onlyPost } from "../../platform/http/http-error.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { findAuditPeople, listAuditEvents } from "./queries.ts";

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
