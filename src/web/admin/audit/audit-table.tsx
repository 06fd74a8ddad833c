import { type AuditEvent, auditKindFacts, auditSubjectNames } from "#shared/audit-events.ts";
import { moment } from "#web/members/account/moment.ts";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";

interface AuditTableProps {
  events: AuditEvent[];
  /** Show what this person did and what was done to them. */
  onPerson: (id: string) => void;
}

export function AuditTable({ events, onPerson }: AuditTableProps) {
  const columns: RecordColumn<AuditEvent>[] = [
    { header: "What", className: "md:w-1/4", cell: (event) => <WhatCell event={event} /> },
    {
      header: "Who",
      className: "wrap-anywhere md:w-1/4",
      cell: ({ actor }) => <ActorCell actor={actor} onPerson={onPerson} />,
    },
    {
      header: "To whom or what",
      className: "wrap-anywhere",
      cell: (event) => <SubjectCell event={event} onPerson={onPerson} />,
    },
    { header: "When", cell: ({ created_at }) => <WhenCell date={created_at} /> },
  ];
  return <RecordTable caption="The audit, newest first" columns={columns} rows={events} rowKey={({ id }) => id} />;
}

function WhatCell({ event: { kind, details } }: { event: AuditEvent }) {
  const notes = Object.entries(details).filter(([key, value]) => !/(^|_)id$/.test(key) && value !== null);
  return (
    <>
      {auditKindFacts[kind].name}
      {notes.map(([key, value]) => (
        <span key={key} className="note block font-normal">
          {inWords(key)}: {inWords(String(value))}
        </span>
      ))}
    </>
  );
}

/** "invalid_credentials" as people read it. */
const inWords = (text: string) => (/^[a-z_]+$/.test(text) ? text.replaceAll("_", " ") : text);

function ActorCell({ actor, onPerson }: { actor: AuditEvent["actor"]; onPerson: (id: string) => void }) {
  if (!actor) return <span className="muted">Nobody signed in</span>;
  return (
    <>
      <Stacked>By </Stacked>
      <PersonButton person={actor} onPerson={onPerson} />
    </>
  );
}

function SubjectCell({ event, onPerson }: { event: AuditEvent; onPerson: (id: string) => void }) {
  const { actor, subject } = event;
  if (!subject) return null;
  if (subject.id === actor?.id) return <span className="muted max-[45rem]:hidden">Themselves</span>;
  if (subject.type === "person") {
    return (
      <>
        <Stacked>On </Stacked>
        <PersonButton person={subject} onPerson={onPerson} />
      </>
    );
  }
  const type = auditSubjectNames[subject.type];
  if (subject.email === null) return <span className="muted">{type}, deleted since</span>;
  return (
    <>
      <span className="muted">{type}</span> {subject.full_name ?? subject.email}
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
      {person.full_name ?? person.email ?? "Deleted account"}
    </button>
  );
}

function WhenCell({ date }: { date: string }) {
  return (
    <time className="note num whitespace-nowrap" dateTime={date}>
      {moment(date)}
    </time>
  );
}

/** Once the rows are stacked no header stands above a cell. */
function Stacked({ children }: { children: string }) {
  return <span className="muted min-[45rem]:hidden">{children}</span>;
}
