import { Navigate, useSearchParams } from "react-router";
import type { Session } from "#shared/session.ts";
import type { WaitingCounts } from "#shared/waiting-counts.ts";
import { useWaitingCounts } from "#web/features/waiting-counts/use-waiting-counts.ts";
import { Page } from "#web/lib/lazy-page.tsx";
import { usePageMeta } from "#web/lib/page-meta.ts";
import { useIsSnapshot } from "#web/lib/session.ts";
import { useClub } from "#web/lib/use-club.ts";
import { ViewBoundary } from "#web/lib/view-boundary.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { SubTabs, type TabItem, Tabs } from "#web/ui/tabs.tsx";
import { type View, views } from "#web/views.tsx";
import { isAdmin } from "../session-user.ts";
import { AreaHead } from "./area-head.tsx";
import { matchView, viewAddress, viewsFor } from "./match-view.ts";
import { usePrefetch } from "./use-prefetch.ts";

export function MembersArea({ session }: { session: Session }) {
  const [search] = useSearchParams();
  const { tab, screen, correctAddress } = matchView(search, session);
  const counts = useWaitingCounts(isAdmin(session));
  const areRightsKnown = useAreRightsKnown(session);
  usePrefetch(session);
  usePageMeta(screen.label, "The members area: investments, the member directory and events.");
  // The account has no tab.
  const isAccount = tab.audience === "person";
  const tabs = viewsFor(session, views).filter(({ audience }) => audience !== "person");
  return (
    <div className="wrap page page-end">
      {correctAddress && areRightsKnown && <Navigate to={correctAddress} replace />}
      <AreaHead session={session} isAccount={isAccount} />
      {session.membership_status === "pending" && (
        <Notice tone="warning" title="Your membership is waiting for approval." className="mb-8">
          An admin still has to approve it. Until then you can look around, submit a profile and edit it.
        </Notice>
      )}
      {!isAccount && <MemberStats />}
      <div className={isAccount ? undefined : "mt-10"}>
        <Tabs label="Members area" items={tabs.map((row) => tabItem(row, viewAddress(row), row === tab, counts))} />
      </div>
      <div className="mt-9">
        {"screens" in tab && (
          <SubTabs
            label={tab.label}
            items={viewsFor(session, tab.screens).map((row) =>
              tabItem(row, viewAddress(tab, row), row === screen, counts),
            )}
          />
        )}
        <div className={screen === tab ? undefined : "mt-8"}>
          <ViewBoundary name={`${tab.path} ${screen.path}`}>
            <Page page={screen.component} session={session} />
          </ViewBoundary>
        </div>
      </div>
    </div>
  );
}

const tabItem = (
  { label, count, isForOthers }: View,
  to: string,
  isCurrent: boolean,
  counts?: WaitingCounts,
): TabItem => ({
  to,
  label,
  isCurrent,
  count: count && counts?.[count],
  isForOthers,
});

/** False for a stored snapshot, and while an approved member's role is unknown. */
function useAreRightsKnown({ role, membership_status }: Session): boolean {
  const isSnapshot = useIsSnapshot();
  return !isSnapshot && (role !== null || membership_status !== "approved");
}

function MemberStats() {
  const club = useClub();
  return (
    <div className="member-stats">
      {club.stats.map(({ value, label, note }) => (
        <div key={label}>
          <p className="value">{value}</p>
          <p className="label">{label}</p>
          <p className="small muted">{note}</p>
        </div>
      ))}
    </div>
  );
}
