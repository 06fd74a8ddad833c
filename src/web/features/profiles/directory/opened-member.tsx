import { Suspense, useState } from "react";
import type { MemberProfile } from "#shared/profiles.ts";
import { Page } from "#web/lib/lazy-page.tsx";
import { useSearchState } from "#web/lib/use-search-state.ts";
import { directorySearch } from "./directory-search.ts";
import { memberPanelPage } from "./member-panel-page.ts";

/** Stays mounted for the closing animation. */
export function OpenedMember({ members }: { members: MemberProfile[] | undefined }) {
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
