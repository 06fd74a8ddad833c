import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import {
  type AuditEvent,
  type AuditPerson,
  auditKindFacts,
  auditKinds,
  auditSubjectNames,
} from "#shared/audit/audit.ts";
import type { List } from "#shared/lists.ts";
import { personName } from "#shared/people/person-name.ts";
import { callApi } from "#web/lib/api.ts";
import { downloadFile, useDownload } from "#web/lib/download-button.tsx";
import { formatDateTime } from "#web/lib/format.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { oneOf, type SearchState, useSearchState, uuid, writeSearch } from "#web/lib/search-state.ts";
import { useDebounced } from "#web/lib/use-debounced.ts";
import { useList } from "#web/lib/use-list.ts";
import { Button, IconButton } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Field } from "#web/ui/field.tsx";
import { Download, X } from "#web/ui/icons.generated.ts";
import { Input } from "#web/ui/input.tsx";
import { FilterChoice, Filters } from "#web/ui/list/filters.tsx";
import { ListView } from "#web/ui/list/list-view.tsx";
import { None, type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { ViewRail } from "#web/ui/view-rail.tsx";
import { auditNotesOf, nobodyOf } from "./audit-notes.ts";

const auditSearch = { person: uuid, kind: oneOf(auditKinds) };

const kinds = auditKinds
  .map((value) => ({ value, label: auditKindFacts[value].name }))
  .toSorted((one, other) => one.label.localeCompare(other.label));

export function Audit() {
  const { state: filter, change } = useSearchState(auditSearch);
  const list = useList<AuditEvent>({
    path: "/audit-events",
    parameters: filter,
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
            Export CSV
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
      isPlain: true,
      className: "wrap-anywhere is-one-line",
      cell: (event) => <ActorCell event={event} onPerson={onPerson} />,
    },
    {
      header: "To whom or what",
      className: "wrap-anywhere is-one-line",
      cell: (event) => <SubjectCell event={event} onPerson={onPerson} />,
    },
    { header: "When", isBeside: true, cell: ({ created_at }) => <WhenCell date={created_at} /> },
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
  if (subject.id === actor?.id)
    return (
      <None>
        <span className="muted">Themselves</span>
      </None>
    );
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

const settleMs = 200;

interface PersonSearchProps {
  search: PersonSearchState;
  onChoose: (person: AuditPerson) => void;
}

/** ARIA combobox pattern: arrows, Enter, Escape. */
function PersonSearch({ search, onChoose }: PersonSearchProps) {
  const { box, typed, error, setTyped } = search;
  const listId = useId();
  const [active, setActive] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const words = useDebounced(typed.trim(), settleMs);
  const { data, isError, isPlaceholderData } = useQuery({
    queryKey: peopleKey(words),
    queryFn: ({ signal }) => findPeople(words, signal),
    enabled: words !== "",
    placeholderData: keepPreviousData,
  });
  const people = words === "" || !data ? [] : data;
  const isShown = isOpen && words !== "" && (data !== undefined || isError);
  const current = isShown ? people[active] : undefined;

  const press = (event: KeyboardEvent) => {
    if (event.key === "Escape") setOpen(false);
    if (event.key === "Enter" && current && !isPlaceholderData) onChoose(current);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    setOpen(true);
    if (isShown && people.length > 0) setActive((active + step + people.length) % people.length);
  };
  return (
    <Field label="Person" className="relative" error={error}>
      <Input
        ref={box}
        role="combobox"
        aria-expanded={isShown}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={current && `${listId}-${current.id}`}
        autoComplete="off"
        placeholder="Name or email"
        maxLength={254}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setActive(0);
          setOpen(true);
        }}
        onKeyDown={press}
        onBlur={() => setOpen(false)}
      />
      <div className={isShown ? "suggestions" : "sr-only"}>
        <div role="listbox" id={listId} aria-label="People" aria-busy={isPlaceholderData || undefined}>
          {isShown &&
            people.map((person, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the box answers the keys
              <div
                key={person.id}
                id={`${listId}-${person.id}`}
                role="option"
                aria-selected={index === active}
                // Keeps focus in the box, so the list stays open for the click.
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => onChoose(person)}
              >
                <span className="font-[550]">{personName(person)}</span>
                {person.full_name && <span className="note">{person.email}</span>}
              </div>
            ))}
        </div>
        <p role="status" className={isShown && people.length === 0 ? "note px-4 py-3" : "sr-only"}>
          {isShown && summaryOf(people.length, isError)}
        </p>
      </div>
    </Field>
  );
}

function summaryOf(count: number, isError: boolean): string {
  if (isError) return "The search failed. Please try again.";
  if (count === 0) return "Nobody by this name or email.";
  return count === 1 ? "1 person found" : `${count} people found`;
}

type PersonSearchState = ReturnType<typeof usePersonSearch>;

/** Does not filter until a person is chosen. */
function usePersonSearch() {
  const box = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const [error, setError] = useState<string>();
  return {
    box,
    typed,
    error,
    setTyped: (text: string) => {
      setTyped(text);
      setError(undefined);
    },
    /** Focuses the box if text is left unchosen. @returns whether so. */
    refuseUnchosen: (): boolean => {
      if (typed.trim() === "") return false;
      setError("Choose a person from the list, or clear the field.");
      box.current?.focus();
      return true;
    },
  };
}

const peopleKey = (words: string) => [...queryKeys.audit, "people", words];

async function findPeople(words: string, signal: AbortSignal): Promise<AuditPerson[]> {
  const path = `/audit-events/people?${new URLSearchParams({ q: words })}`;
  return (await callApi<List<AuditPerson>>("GET", path, undefined, signal)).items;
}
