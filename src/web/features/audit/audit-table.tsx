import { auditMessages } from "#shared/audit/admin-messages.ts";
import { type AuditEvent, approvalReasonOf, auditKindFacts, auditSubjectNames } from "#shared/audit/audit.ts";
import { personName } from "#shared/people/person-name.ts";
import { formatDateTime } from "#web/lib/format.ts";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { auditNotesOf } from "./audit-notes.ts";

interface AuditTableProps {
  events: AuditEvent[];
  /** Filters by this person. */
  onPerson: (id: string) => void;
}

export function AuditTable({ events, onPerson }: AuditTableProps) {
  const columns: RecordColumn<AuditEvent>[] = [
    { header: "What", className: "wrap-anywhere", cell: (event) => <WhatCell event={event} /> },
    {
      header: "Who",
      className: "wrap-anywhere is-one-line",
      cell: (event) => <ActorCell event={event} onPerson={onPerson} />,
    },
    {
      header: "To whom or what",
      className: "wrap-anywhere is-one-line",
      cell: (event) => <SubjectCell event={event} onPerson={onPerson} />,
    },
    { header: "When", cell: ({ created_at }) => <WhenCell date={created_at} /> },
  ];
  return (
    <RecordTable caption="The audit, newest first" columns={columns} rows={events} rowKey={({ id }) => id} isDense />
  );
}

function WhatCell({ event }: { event: AuditEvent }) {
  return (
    <>
      {auditKindFacts[event.kind].name}
      <span className="note font-normal"> {auditNotesOf(event).join(", ")}</span>
    </>
  );
}

function ActorCell({ event, onPerson }: { event: AuditEvent; onPerson: (id: string) => void }) {
  const { actor } = event;
  if (!actor) return <span className="muted">{approvalReasonOf(event) ? auditMessages.club : "Nobody signed in"}</span>;
  return <PersonButton person={actor} onPerson={onPerson} />;
}

function SubjectCell({ event, onPerson }: { event: AuditEvent; onPerson: (id: string) => void }) {
  const { actor, subject } = event;
  if (!subject) return null;
  if (subject.id === actor?.id) return <span className="muted">Themselves</span>;
  if (subject.type === "person") {
    return <PersonButton person={subject} onPerson={onPerson} />;
  }
  const type = auditSubjectNames[subject.type];
  if (subject.email === null && subject.full_name === null) return <span className="muted">{type}, deleted since</span>;
  return (
    <>
      <span className="muted">{type}</span> <span title={subject.email ?? undefined}>{personName(subject)}</span>
    </>
  );
}

function PersonButton({
  person,
  onPerson,
}: {
  person: NonNullable<AuditEvent["actor"]>;
  onPerson: AuditTableProps["onPerson"];
}) {
  return (
    <button type="button" className="person-link" title={person.email ?? undefined} onClick={() => onPerson(person.id)}>
      {personName(person) ?? "Deleted account"}
    </button>
  );
}

function WhenCell({ date }: { date: string }) {
  return (
    <time className="note num whitespace-nowrap" dateTime={date}>
      {formatDateTime(date)}
    </time>
  );
}
