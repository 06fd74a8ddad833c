import { type AuditEvent, type AuditFilter, auditKindFacts, auditSubjectNames } from "#shared/audit.ts";
import type { Caller } from "../../context.ts";
import { csvRowsAtOnce, csvStream } from "../../platform/http/csv-stream.ts";
import { listAuditEvents } from "./queries.ts";

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
];

/** Records the export first; later rows are excluded. @throws before the first byte. */
export async function auditCsv(caller: Caller, filter: AuditFilter, onFailure: (error: unknown) => void) {
  const { dependencies, actor } = caller;
  const query = { ...filter, limit: csvRowsAtOnce };
  const first = await dependencies.asActor(actor, (tx, effects) => {
    effects.audit("audit_exported", null, { person: filter.person ?? null, kind: filter.kind ?? null });
    return listAuditEvents(tx, query);
  });
  const next = (cursor: string) => dependencies.asActor(actor, (tx) => listAuditEvents(tx, { ...query, cursor }));
  return csvStream({ columns, toRow, first, next, onFailure });
}

const toRow = ({ created_at, kind, actor, subject, details }: AuditEvent): string[] => [
  created_at,
  auditKindFacts[kind].name,
  kind,
  ...(actor ? [actor.full_name ?? "", actor.email ?? "", actor.id] : ["", "", ""]),
  ...(subject
    ? [subject.full_name ?? "", auditSubjectNames[subject.type], subject.email ?? "", subject.id]
    : ["", "", "", ""]),
  Object.keys(details).length === 0 ? "" : JSON.stringify(details),
];
