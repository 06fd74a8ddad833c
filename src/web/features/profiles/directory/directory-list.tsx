import { Suspense, useRef, useState } from "react";
import type { NavigateOptions } from "react-router";
import { directoryMessages } from "#shared/profiles/profile-messages.ts";
import type { MemberProfile } from "#shared/profiles/profiles.ts";
import { lazyPage, Page } from "#web/lib/lazy-page.tsx";
import { useSearchState } from "#web/lib/search-state.ts";
import { useList } from "#web/lib/use-list.ts";
import { ListView } from "#web/ui/list/list-view.tsx";
import { useScrollToListTop } from "#web/ui/page-focus.ts";
import { CardSkeletons } from "#web/ui/skeleton.tsx";
import { ViewHead } from "#web/ui/view-head.tsx";
import { DirectoryFilters, DirectoryFound } from "./directory-filters.tsx";
import { type DirectoryFilter, directorySearch } from "./directory-search.ts";
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
        failed={{ title: emptyTitle, text: "The directory could not be loaded just now." }}
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

/** Also prefetched on link intent. */
export const memberPanelPage = lazyPage(() => import("./member-panel.tsx").then((module) => module.MemberPanel));
