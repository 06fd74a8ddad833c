import { useQuery } from "@tanstack/react-query";
import type { Ref } from "react";
import { directoryMessages } from "#shared/profiles/profile-messages.ts";
import type { DirectoryTerm, MemberProfile } from "#shared/profiles/profiles.ts";
import { RemovableChip } from "#web/ui/chip.tsx";
import { Field } from "#web/ui/field.tsx";
import { Filters } from "#web/ui/list/filters.tsx";
import type { ListState } from "#web/ui/list/list-state.ts";
import { SearchBox } from "#web/ui/list/search-box.tsx";
import { Select } from "#web/ui/select.tsx";
import { type DirectoryFilter, directoryTerms, isSameTerm } from "./directory-search.ts";

interface DirectoryFiltersProps {
  filter: DirectoryFilter;
  onSearch: (q: string) => void;
  onChoose: (change: Partial<DirectoryFilter>) => void;
  searchBox: Ref<HTMLInputElement>;
}

export function DirectoryFilters({ filter, onSearch, onChoose, searchBox }: DirectoryFiltersProps) {
  const { data } = useQuery(directoryTerms);
  return (
    <Filters
      searchBox={
        <SearchBox words={filter.q} onSearch={onSearch} placeholder="Name, company or skill" ref={searchBox} />
      }
      active={[filter.expertise, filter.location].filter(Boolean).length}
    >
      <TermSelect
        label="Expertise"
        anyLabel="Any expertise"
        terms={data?.expertise ?? []}
        chosen={filter.expertise}
        onChoose={(expertise) => onChoose({ expertise })}
      />
      <TermSelect
        label="Location"
        anyLabel="Any location"
        terms={data?.locations ?? []}
        chosen={filter.location}
        onChoose={(location) => onChoose({ location })}
      />
    </Filters>
  );
}

interface TermSelectProps {
  label: string;
  /** Label of the empty option. */
  anyLabel: string;
  terms: readonly DirectoryTerm[];
  chosen: string;
  onChoose: (value: string) => void;
}

/** Most frequent first, with counts. */
function TermSelect({ label, anyLabel, terms, chosen, onChoose }: TermSelectProps) {
  const known = terms.find(({ value }) => isSameTerm(value, chosen));
  return (
    <Field label={label}>
      <Select value={known?.value ?? chosen} onChange={(event) => onChoose(event.target.value)}>
        <option value="">{anyLabel}</option>
        {/* Chosen by URL or chip, but not among the offered terms. */}
        {chosen && !known && <option value={chosen}>{chosen}</option>}
        {terms.map(({ value, members }) => (
          <option key={value} value={value}>
            {value} ({members})
          </option>
        ))}
      </Select>
    </Field>
  );
}

interface DirectoryFoundProps {
  list: ListState<MemberProfile>;
  filter: DirectoryFilter;
  onRemove: (part: "expertise" | "location") => void;
}

/** Count and filter chips; the search text is in its box. */
export function DirectoryFound({ list, filter, onRemove }: DirectoryFoundProps) {
  const { items, hasNextPage, isPlaceholderData } = list;
  const parts = (["expertise", "location"] as const).filter((part) => filter[part] !== "");
  return (
    <div className="directory-found">
      {items && items.length > 0 && (
        <p className="note num">
          {isPlaceholderData ? "Searching..." : directoryMessages.count(items.length, hasNextPage)}
        </p>
      )}
      {parts.map((part) => (
        <RemovableChip key={part} label={filter[part]} onRemove={() => onRemove(part)} />
      ))}
    </div>
  );
}
