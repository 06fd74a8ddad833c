import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { auditMessages } from "#shared/audit/admin-messages.ts";
import {
  type AuditEvent,
  type AuditPerson,
  auditKindFacts,
  auditKinds,
  auditSubjectNames,
} from "#shared/audit/audit.ts";
import { personName } from "#shared/people/person-name.ts";
import { formatDateTime } from "#web/lib/format.ts";
import { oneOf, type SearchState, useSearchState, uuid, writeSearch } from "#web/lib/search-state.ts";
import { downloadFile, useDownload } from "#web/lib/use-download.ts";
import { useList } from "#web/lib/use-list.ts";
import { Button, IconButton } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Download, X } from "#web/ui/icons.generated.ts";
import { FilterChoice } from "#web/ui/list/filter-choice.tsx";
import { Filters } from "#web/ui/list/filters.tsx";
import { ListView } from "#web/ui/list/list-view.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { ViewRail } from "#web/ui/view-rail.tsx";
import { auditNotesOf, nobodyOf } from "./audit-notes.ts";
import { PersonSearch } from "./person-search.tsx";
import { findPeople, type PersonSearchState, peopleKey, usePersonSearch } from "./use-person-search.ts";

const auditSearch = { person: uuid, kind: oneOf(auditKinds) };

const kinds = auditKinds
  .map((value) => ({ value, label: auditKindFacts[value].name }))
  .toSorted((one, other) => one.label.localeCompare(other.label));

export function Audit() {
  const { state: filter, change } = useSearchState(auditSearch);
  const list = useList<AuditEvent>({
    path: "/audit-events",
    parameters: filter,
    failureMessage: auditMessages.fetchFailed,
  });
  const search = usePersonSearch();
  const changePerson = (person: string) => {
    search.setTyped("");
    change({ person });
  };
  const isFiltered = Boolean(filter.person || filter.kind);
  const showAll = <Button onClick={() => change({ person: "", kind: "" })}>Show everything</Button>;
  const { download, isPending } = useDownload(
    () => downloadFile("POST", exportPath(filter)),
    "Failed to export the audit.",
  );
  const exportCsv = () => {
    if (filter.person || !search.refuseUnchosen()) download();
  };
  return (
    <ViewRail
      heading="Audit"
      tools={
        <Filters
          label="Filter the audit"
          searchBox={<PersonFilter person={filter.person} search={search} onChange={changePerson} />}
          active={filter.kind ? 1 : 0}
        >
          <FilterChoice
            label="What happened"
            all="Anything"
            value={filter.kind}
            options={kinds}
            width=""
            onChange={(kind) => change({ kind })}
          />
          <Button variant="outline" isSmall busyLabel={isPending && "Exporting..."} onClick={exportCsv}>
            <Download />
            Export as CSV
          </Button>
        </Filters>
      }
    >
      <ListView
        list={list}
        noun="entries"
        loading="Loading the audit"
        empty={
          isFiltered ? (
            <EmptyState
              isCard
              title="Nothing like this happened"
              text="No entry matches what is chosen above."
              action={showAll}
            />
          ) : (
            { title: "Nothing has happened yet", text: "What people do leaves an entry here." }
          )
        }
      >
        {(events) => <AuditTable events={events} onPerson={changePerson} />}
      </ListView>
    </ViewRail>
  );
}

interface PersonFilterProps {
  /** The id of who is chosen, if anybody is. */
  person: string;
  search: PersonSearchState;
  onChange: (person: string) => void;
}

/** Search box, or the chosen person; focus moves between them. */
function PersonFilter({ person, search, onChange }: PersonFilterProps) {
  const group = useRef<HTMLDivElement>(null);
  const before = useRef(person);
  useEffect(() => {
    const hasFocus = !document.activeElement || document.activeElement === document.body;
    if (before.current !== person && hasFocus) group.current?.querySelector<HTMLElement>("input, button")?.focus();
    before.current = person;
  }, [person]);
  return (
    <div ref={group} className="min-w-0">
      {person ? (
        <ChosenPerson id={person} onClear={() => onChange("")} />
      ) : (
        <PersonSearch search={search} onChoose={({ id }) => onChange(id)} />
      )}
    </div>
  );
}

function ChosenPerson({ id, onClear }: { id: string; onClear: () => void }) {
  const { data } = useQuery({ queryKey: peopleKey(id), queryFn: ({ signal }) => findPeople(id, signal) });
  const found = data?.find((person) => person.id === id);
  return (
    <div className="field">
      <p className="field-label">Person</p>
      <div className="input flex items-center gap-2 py-0! pr-1!">
        <span className="min-w-0 flex-1 truncate" title={found?.email}>
          {data && nameOf(found, id)}
        </span>
        <IconButton label="Show everybody" isSmall onClick={onClear}>
          <X />
        </IconButton>
      </div>
    </div>
  );
}

interface AuditTableProps {
  events: AuditEvent[];
  /** Filters by this person. */
  onPerson: (id: string) => void;
}

function AuditTable({ events, onPerson }: AuditTableProps) {
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
      {event.reason && (
        <span className="note block whitespace-pre-line wrap-anywhere font-normal" dir="auto">
          “{event.reason}”
        </span>
      )}
    </>
  );
}

function ActorCell({ event, onPerson }: { event: AuditEvent; onPerson: (id: string) => void }) {
  const { actor } = event;
  if (!actor) return <span className="muted">{nobodyOf(event)}</span>;
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

const nameOf = (person: AuditPerson | undefined, id: string): string =>
  person ? personName(person) : `Deleted account ${id.slice(0, 8)}`;

const exportPath = (filter: SearchState<typeof auditSearch>): string =>
  `/audit-events.csv?${writeSearch(auditSearch, new URLSearchParams(), filter)}`;
