import { type AuditEvent, type AuditFilter, auditKindFacts, auditSubjectNames } from "#shared/audit.ts";
import type { List } from "#shared/lists.ts";
import { toCsv } from "#shared/to-csv.ts";
import type { Caller } from "../../context.ts";
import { listAuditEvents } from "./queries.ts";

const rowsAtOnce = 1000;
/** UTF-8 marker for spreadsheets. */
const byteOrderMark = "\uFEFF";
const newline = "\r\n";

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

/** Streams 1,000 rows at a time. Records the export first; later rows are excluded. @throws before the first byte. */
export async function auditCsv(caller: Caller, filter: AuditFilter, onFailure: (error: unknown) => void) {
  const { dependencies, actor } = caller;
  const query = { ...filter, limit: rowsAtOnce };
  const first = await dependencies.asActor(actor, (tx, effects) => {
    effects.audit("audit_exported", null, { person: filter.person ?? null, kind: filter.kind ?? null });
    return listAuditEvents(tx, query);
  });
  let page: List<AuditEvent> | undefined;
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const isFirst = page === undefined;
          const cursor = page?.next_cursor;
          page = cursor ? await dependencies.asActor(actor, (tx) => listAuditEvents(tx, { ...query, cursor })) : first;
          const head = isFirst ? byteOrderMark + asCsv([columns]) : "";
          controller.enqueue(encoder.encode(head + asCsv(page.items.map(toRow))));
          if (!page.next_cursor) controller.close();
        } catch (error) {
          onFailure(error);
          controller.error(error);
        }
      },
    },
    { highWaterMark: 0 },
  );
}

const asCsv = (rows: string[][]): string => (rows.length === 0 ? "" : toCsv(rows, { newline }) + newline);

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
