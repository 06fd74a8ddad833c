import { useSearchParams } from "react-router";
import { ClosedArea } from "./closed-area.tsx";
import { matchView } from "./match-view.ts";
import { MembersArea } from "./members-area.tsx";
import { MembersOnly } from "./members-only.tsx";

export function MembersPage() {
  const [search] = useSearchParams();
  return (
    <MembersOnly
      whenClosed={(session) => {
        const { tab, screen } = matchView(search, session);
        const isNamed = search.get("tab") === tab.path;
        return isNamed && <ClosedArea session={session} screen={screen} />;
      }}
    >
      {(session) => <MembersArea session={session} />}
    </MembersOnly>
  );
}
