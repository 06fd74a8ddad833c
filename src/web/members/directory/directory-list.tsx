import { useRef } from "react";
import { directoryMessages, directorySkeletonCount, type MemberProfile } from "#shared/member-profiles.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { CardSkeletons } from "#web/ui/skeleton.tsx";
import { ListView } from "../list-view.tsx";
import { queryKeys } from "../query-keys.ts";
import { useList } from "../use-list.ts";
import { DirectorySearch } from "./directory-search.tsx";
import { MemberCard } from "./member-card.tsx";
import { MemberPanel } from "./member-panel.tsx";
import { useDirectoryWords } from "./use-directory-words.ts";

export function DirectoryList() {
  const [words, search] = useDirectoryWords();
  const box = useRef<HTMLInputElement>(null);
  const list = useList<MemberProfile>({
    queryKey: queryKeys.directory,
    path: "/member-profiles",
    parameters: { q: words },
  });
  const clear = () => {
    search("");
    box.current?.focus();
  };
  return (
    <section aria-labelledby="directory">
      <div className="mb-7 flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <h2 id="directory" className="d2">
          Member Directory
        </h2>
        <DirectorySearch words={words} onSearch={search} placeholder="Name, company or skill" ref={box} />
      </div>
      <ListView
        list={list}
        noun="members"
        loading={<CardSkeletons count={directorySkeletonCount} label="Loading the directory" />}
        empty={words === "" ? <NobodyYet /> : <NobodyFound onClear={clear} />}
        failed={{ title: directoryMessages.emptyTitle, text: "The directory could not be loaded just now." }}
      >
        {(members) => (
          <ul className="card-columns">
            {members.map((member) => (
              <MemberCard key={member.id} member={member} />
            ))}
          </ul>
        )}
      </ListView>
      <MemberPanel list={list} />
    </section>
  );
}

const NobodyYet = () => <EmptyState isCard title={directoryMessages.emptyTitle} text={directoryMessages.emptyText} />;

function NobodyFound({ onClear }: { onClear: () => void }) {
  return (
    <div role="status">
      <EmptyState
        isCard
        title={directoryMessages.emptyTitle}
        text="Nobody in the directory matches these words."
        action={
          <Button variant="line" onClick={onClear}>
            Clear search
          </Button>
        }
      />
    </div>
  );
}
