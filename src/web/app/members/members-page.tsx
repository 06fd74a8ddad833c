import { useLocation, useSearchParams } from "react-router";
import type { Session } from "#shared/account/session.ts";
import { closedMessages } from "#shared/membership-requests/membership-messages.ts";
import { Page } from "#web/lib/lazy-page.tsx";
import { usePageMeta } from "#web/lib/page-meta.ts";
import { ViewBoundary } from "#web/lib/view-boundary.tsx";
import { Notice } from "#web/ui/notice.tsx";
import type { Screen, View } from "#web/views.tsx";
import { ClosedAreaHead } from "./area-head.tsx";
import { matchView, titleOf } from "./match-view.ts";
import { MembersArea, Screens, screenItems } from "./members-area.tsx";
import { MembersOnly } from "./members-only.tsx";
import { useWayBack } from "./use-way-back.ts";

export function MembersPage() {
  const [search] = useSearchParams();
  const { hash } = useLocation();
  useWayBack();
  return (
    <MembersOnly
      whenClosed={(session) => {
        const { tab, screen } = matchView(search, session, hash);
        const isNamed = search.get("tab") === tab.path;
        return isNamed && <ClosedArea session={session} tab={tab} screen={screen} />;
      }}
    >
      {(session) => <MembersArea session={session} />}
    </MembersOnly>
  );
}

/** The account stays accessible when the members area is closed. */
function ClosedArea({ session, tab, screen }: { session: Session; tab: View; screen: Screen }) {
  usePageMeta(titleOf(tab, screen), "How you sign in, and where you are signed in.");
  return (
    <div className="wrap desk">
      <ClosedAreaHead session={session} />
      <Notice tone="warning" title={`${closedMessages[session.membership_end ?? "rejected"].title}.`} className="mb-6">
        The members area is closed to you, but your account stays yours to look after.
      </Notice>
      <Screens tab={tab} items={screenItems(session, tab, screen, (row) => row.isHidden !== undefined)}>
        <ViewBoundary name={screen.path}>
          <Page page={screen.component} session={session} />
        </ViewBoundary>
      </Screens>
    </div>
  );
}
