import { Suspense, useState } from "react";
import type { MemberProfile } from "#shared/profiles.ts";
import { Page } from "#web/lib/lazy-page.tsx";
import { useSearchState } from "#web/lib/use-search-state.ts";
import { directorySearch } from "./directory-search.ts";
import { memberPanelPage } from "./member-panel-page.ts";

/** The panel, once the address has named a profile; it stays, to slide out when the address names nobody any more. */
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
