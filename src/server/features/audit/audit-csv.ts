import { type AuditEvent, type AuditFilter, auditKindFacts, auditSubjectNames } from "#shared/audit/audit.ts";
import type { CsvExport } from "../../platform/http/csv-stream.ts";
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

/** Records the export first; later rows are excluded. */
export const auditCsv = (filter: AuditFilter): CsvExport<AuditEvent> => ({
  name: "audit",
  columns,
  toRow,
  list: (tx, page) => listAuditEvents(tx, { ...filter, ...page }),
  audit: (effects) =>
    effects.audit("audit_exported", null, { person: filter.person ?? null, kind: filter.kind ?? null }),
});

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
