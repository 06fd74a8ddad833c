import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { AuditPerson } from "#shared/audit/audit.ts";
import { personName } from "#shared/people/person-name.ts";
import { IconButton } from "#web/ui/button.tsx";
import { X } from "#web/ui/icons.generated.ts";
import { PersonSearch } from "./person-search.tsx";
import { findPeople, type PersonSearchState, peopleKey } from "./use-person-search.ts";

interface PersonFilterProps {
  /** The id of who is chosen, if anybody is. */
  person: string;
  search: PersonSearchState;
  onChange: (person: string) => void;
}

/** Search box, or the chosen person; focus moves between them. */
export function PersonFilter({ person, search, onChange }: PersonFilterProps) {
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

const nameOf = (person: AuditPerson | undefined, id: string): string =>
  person ? personName(person) : `Deleted account ${id.slice(0, 8)}`;
