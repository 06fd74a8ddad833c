import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { Person, PersonCounts } from "#shared/people.ts";
import {
  peopleMessages as messages,
  personStatuses,
  personStatusLabels,
  tierLabels,
  tiers,
} from "#shared/people-messages.ts";
import { callApi } from "#web/lib/api.ts";
import { withCount } from "#web/lib/format.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { useSearchState, writeSearch } from "#web/lib/search-state.ts";
import { useDownload } from "#web/lib/use-download.ts";
import { useList } from "#web/lib/use-list.ts";
import { Button } from "#web/ui/button.tsx";
import { Download } from "#web/ui/icons.generated.ts";
import { FilterChoice } from "#web/ui/list/filter-choice.tsx";
import { Filters } from "#web/ui/list/filters.tsx";
import { ListView } from "#web/ui/list/list-view.tsx";
import { SearchBox } from "#web/ui/list/search-box.tsx";
import { toastFailure } from "#web/ui/toast.ts";
import { ViewHead } from "#web/ui/view-head.tsx";
import { PeopleTable } from "./people-table.tsx";
import { personSearch } from "./person-search.ts";
import { TiersBar } from "./tiers-bar.tsx";

export function PeopleList() {
  const { state, change } = useSearchState(personSearch);
  const { person: _person, ...filter } = state;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const box = useRef<HTMLInputElement>(null);
  const list = useList<Person>({ path: "/people", parameters: filter, failureMessage: messages.fetchFailed });
  const { data: counts } = useQuery({
    queryKey: queryKeys.peopleCounts,
    queryFn: ({ signal }) => callApi<PersonCounts>("GET", "/people/counts", undefined, signal),
  });
  const narrow = (changes: Partial<typeof filter>) => change(changes, { replace: true });
  const { mutate: download, isPending } = useDownload(
    `/people.csv?${writeSearch(personSearch, new URLSearchParams(), filter)}`,
    (error) => toastFailure(messages.exportFailed, error),
  );
  const showAll = () => {
    narrow({ q: "", status: "", tier: "" });
    box.current?.focus();
  };
  const isFiltered = Boolean(filter.q || filter.status || filter.tier);
  return (
    <div>
      <ViewHead title={messages.label}>
        <Filters
          label="Filter people"
          searchBox={
            <SearchBox words={filter.q} onSearch={(q) => narrow({ q })} placeholder={messages.searchHint} ref={box} />
          }
          active={[filter.status, filter.tier].filter(Boolean).length}
        >
          <FilterChoice
            label="Status"
            all={messages.anyStatus}
            value={filter.status}
            options={personStatuses.map((value) => ({
              value,
              label: withCount(personStatusLabels[value], counts?.[value]),
            }))}
            onChange={(status) => narrow({ status })}
          />
          <FilterChoice
            label="Tier"
            all={messages.anyTier}
            value={filter.tier}
            options={tiers.map((value) => ({ value, label: tierLabels[value] }))}
            onChange={(tier) => narrow({ tier })}
          />
          <Button variant="outline" isSmall busyLabel={isPending && messages.exporting} onClick={() => download()}>
            <Download />
            {messages.export}
          </Button>
        </Filters>
      </ViewHead>
      <ListView
        list={list}
        noun="people"
        loading="Loading people"
        empty={isFiltered ? { ...notFoundWords, clear: { label: "Show everybody", onClear: showAll } } : emptyWords}
      >
        {(people) => (
          <>
            <TiersBar people={people} chosen={chosen} onChoose={setChosen} />
            <PeopleTable people={people} chosen={chosen} onChoose={setChosen} />
          </>
        )}
      </ListView>
    </div>
  );
}

const emptyWords = { title: "Nobody here yet", text: "People appear here once they are invited." };
const notFoundWords = { title: "Nobody found", text: "Nobody has these words, this status and this tier." };
