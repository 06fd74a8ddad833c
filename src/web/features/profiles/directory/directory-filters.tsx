import { useQuery } from "@tanstack/react-query";
import type { Ref } from "react";
import { SearchBox } from "#web/ui/list/search-box.tsx";
import type { DirectoryFilter } from "./directory-search.ts";
import { directoryTerms } from "./directory-terms.ts";
import { TermSelect } from "./term-select.tsx";

interface DirectoryFiltersProps {
  filter: DirectoryFilter;
  onSearch: (q: string) => void;
  onChoose: (change: Partial<DirectoryFilter>) => void;
  searchBox: Ref<HTMLInputElement>;
}

export function DirectoryFilters({ filter, onSearch, onChoose, searchBox }: DirectoryFiltersProps) {
  const { data } = useQuery(directoryTerms);
  return (
    <search className="directory-filters">
      <SearchBox words={filter.q} onSearch={onSearch} placeholder="Name, company or skill" ref={searchBox} />
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
    </search>
  );
}
