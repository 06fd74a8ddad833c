import { useRef } from "react";
import { directoryMessages } from "#shared/profile-messages.ts";
import type { MemberProfile } from "#shared/profiles.ts";
import { directorySkeletonCount } from "#shared/skeleton-counts.ts";
import { ListView } from "#web/lib/list-view.tsx";
import { useList } from "#web/lib/use-list.ts";
import { useScrollToListTop } from "#web/lib/use-scroll-to-list-top.ts";
import { CardSkeletons } from "#web/ui/skeleton.tsx";
import { DirectoryEmpty } from "./directory-empty.tsx";
import { DirectoryFilters } from "./directory-filters.tsx";
import { DirectoryFound } from "./directory-found.tsx";
import { MemberCard } from "./member-card.tsx";
import { OpenedMember } from "./opened-member.tsx";
import { useDirectoryFilter } from "./use-directory-filter.ts";

export function DirectoryList() {
  const { filter, search, choose, clear } = useDirectoryFilter();
  const { words, expertise, location } = filter;
  const list = useList<MemberProfile>({
    path: "/member-profiles",
    parameters: { q: words, expertise, location },
  });
  const searchBox = useRef<HTMLInputElement>(null);
  const top = useScrollToListTop(JSON.stringify(filter));
  // What was pressed goes, and would take the focus with it.
  const andFocusSearch = (change: () => void) => {
    change();
    searchBox.current?.focus();
  };
  const isFiltered = words + expertise + location !== "";
  return (
    <section aria-labelledby="directory" className="scroll-mt-24" tabIndex={-1} ref={top}>
      <h2 id="directory" className="d2 mb-6">
        Member Directory
      </h2>
      <DirectoryFilters filter={filter} onSearch={search} onChoose={choose} searchBox={searchBox} />
      <DirectoryFound list={list} filter={filter} onRemove={(part) => andFocusSearch(() => choose({ [part]: "" }))} />
      <ListView
        list={list}
        noun="members"
        loading={<CardSkeletons count={directorySkeletonCount} label="Loading the directory" />}
        empty={<DirectoryEmpty onClear={isFiltered ? () => andFocusSearch(clear) : undefined} />}
        failed={{ title: directoryMessages.emptyTitle, text: directoryMessages.failed }}
      >
        {(members) => (
          <ul className="card-columns">
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
