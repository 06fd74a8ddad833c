import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useId, useState } from "react";
import type { AuditPerson } from "#shared/audit/audit.ts";
import { personName } from "#shared/people/person-name.ts";
import { useDebounced } from "#web/lib/use-debounced.ts";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { findPeople, type PersonSearchState, peopleKey } from "./use-person-search.ts";

const settleMs = 200;

interface PersonSearchProps {
  search: PersonSearchState;
  onChoose: (person: AuditPerson) => void;
}

/** ARIA combobox pattern: arrows, Enter, Escape. */
export function PersonSearch({ search, onChoose }: PersonSearchProps) {
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
