import { useQuery } from "@tanstack/react-query";
import { type Ref, Suspense, useRef, useState } from "react";
import type { NavigateOptions } from "react-router";
import { directoryMessages } from "#shared/profiles/profile-messages.ts";
import type { DirectoryTerm, MemberProfile } from "#shared/profiles/profiles.ts";
import { lazyPage, Page } from "#web/lib/lazy-page.tsx";
import { useSearchState } from "#web/lib/search-state.ts";
import { useList } from "#web/lib/use-list.ts";
import { RemovableChip } from "#web/ui/chip.tsx";
import { Field } from "#web/ui/field.tsx";
import { Filters } from "#web/ui/list/filters.tsx";
import type { ListState } from "#web/ui/list/list-view.tsx";
import { ListView } from "#web/ui/list/list-view.tsx";
import { SearchBox } from "#web/ui/list/search-box.tsx";
import { useScrollToListTop } from "#web/ui/page-focus.ts";
import { Select } from "#web/ui/select.tsx";
import { CardSkeletons } from "#web/ui/skeleton.tsx";
import { ViewHead } from "#web/ui/view-head.tsx";
import { type DirectoryFilter, directorySearch, directoryTerms, isSameTerm } from "./directory-search.ts";
import { MemberCard } from "./member-card.tsx";

const { emptyTitle } = directoryMessages;

export function DirectoryList() {
  const { state, change } = useSearchState(directorySearch);
  const { member: _, ...filter } = state;
  // The profile that was open may not be in the list any more.
  const choose = (changes: Partial<DirectoryFilter>, options?: NavigateOptions) =>
    change({ ...changes, member: "" }, options);
  const list = useList<MemberProfile>({ path: "/member-profiles", parameters: filter });
  const searchBox = useRef<HTMLInputElement>(null);
  const top = useScrollToListTop(JSON.stringify(filter));
  // The focused chip unmounts.
  const chooseAndFocusSearch = (changes: Partial<DirectoryFilter>) => {
    choose(changes);
    searchBox.current?.focus();
  };
  const clear = () => chooseAndFocusSearch({ q: "", expertise: "", location: "" });
  return (
    <section aria-labelledby="directory" className="scroll-mt-24" tabIndex={-1} ref={top}>
      <ViewHead id="directory" title="Member Directory">
        <DirectoryFilters
          filter={filter}
          onSearch={(q) => choose({ q }, { replace: true })}
          onChoose={choose}
          searchBox={searchBox}
        />
      </ViewHead>
      <DirectoryFound list={list} filter={filter} onRemove={(part) => chooseAndFocusSearch({ [part]: "" })} />
      <ListView
        list={list}
        noun="members"
        loading={<CardSkeletons count={6} label="Loading the directory" className="card-columns member-rows" />}
        empty={
          Object.values(filter).some(Boolean)
            ? {
                title: emptyTitle,
                text: "Nobody in the directory matches all of this.",
                clear: { label: "Clear search and filters", onClear: clear },
              }
            : { title: emptyTitle, text: "Be the first to create your profile!" }
        }
        failed={{ title: emptyTitle, text: "The directory could not be loaded." }}
      >
        {(members) => (
          <ul className="card-columns member-rows">
            {members.map((member) => (
              <MemberCard key={member.id} member={member} />
            ))}
          </ul>
        )}
      </ListView>
      <OpenedMember members={list.items} />
    </section>
  );
}

/** Stays mounted for the closing animation. */
function OpenedMember({ members }: { members: MemberProfile[] | undefined }) {
  const isNamed = useSearchState(directorySearch).state.member !== "";
  const [wasNamed, setNamed] = useState(isNamed);
  if (isNamed && !wasNamed) setNamed(true);
  if (!wasNamed) return null;
  return (
    <Suspense fallback={null}>
      <Page page={memberPanelPage} members={members} />
    </Suspense>
  );
}

/** The panel is also prefetched on link intent. */
export const memberPanelPage = lazyPage(() => import("./member-panel.tsx").then((module) => module.MemberPanel));

interface DirectoryFiltersProps {
  filter: DirectoryFilter;
  onSearch: (q: string) => void;
  onChoose: (change: Partial<DirectoryFilter>) => void;
  searchBox: Ref<HTMLInputElement>;
}

function DirectoryFilters({ filter, onSearch, onChoose, searchBox }: DirectoryFiltersProps) {
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
function DirectoryFound({ list, filter, onRemove }: DirectoryFoundProps) {
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
