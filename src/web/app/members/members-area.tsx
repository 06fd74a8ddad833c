import { isAdmin } from "#shared/rights.ts";
import type { Session } from "#shared/session.ts";
import { InvestmentsTab } from "#web/features/companies/investments-tab.tsx";
import { EventsTab } from "#web/features/events/events-tab.tsx";
import { useWaitingCounts } from "#web/features/waiting-counts/use-waiting-counts.ts";
import { Page } from "#web/lib/lazy-page.tsx";
import { type AreaTab, accountTab, adminViews, areaTabs, directoryViews, parameters } from "#web/lib/member-tabs.ts";
import { usePageMeta } from "#web/lib/page-meta.ts";
import { ViewBoundary } from "#web/lib/view-boundary.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { type TabItem, Tabs, useTab } from "#web/ui/tabs.tsx";
import { AreaHead } from "./area-head.tsx";
import { adminPages, areaPages } from "./area-pages.ts";
import { DirectoryTab } from "./directory-tab.tsx";
import { MemberStats } from "./member-stats.tsx";
import { usePrefetch } from "./use-prefetch.ts";

export function MembersArea({ session }: { session: Session }) {
  const counts = useWaitingCounts(isAdmin(session));
  usePrefetch(isAdmin(session));
  const tabs = areaTabs(isAdmin(session), counts);
  const places = [...tabs, accountTab];
  const current = useTab(parameters.tab, places);
  const isAccount = current === accountTab.value;
  usePageMeta(
    useViewLabel(current, isAdmin(session)) ?? places.find(({ value }) => value === current)?.label ?? "Members",
    "The members area: investments, the member directory and events.",
  );
  return (
    <div className="wrap page page-end">
      <AreaHead session={session} isAccount={isAccount} />
      {session.membership_status === "pending" && (
        <Notice tone="warning" title="Your membership is waiting for approval." className="mb-8">
          An admin still has to approve it. Until then you can look around, submit a profile and edit it.
        </Notice>
      )}
      {!isAccount && <MemberStats />}
      <div className={isAccount ? undefined : "mt-10"}>
        <Tabs label="Members area" parameter={parameters.tab} items={tabs} current={current} />
      </div>
      <div className="mt-9">
        <ViewBoundary name={current}>
          {current === "investments" && <InvestmentsTab />}
          {current === "directory" && <DirectoryTab session={session} />}
          {current === "events" && <EventsTab />}
          {current === "admin" && <Page page={adminPages.admin} session={session} />}
          {isAccount && <Page page={areaPages.account} session={session} />}
        </ViewBoundary>
      </div>
    </div>
  );
}

/** What the sub-tab of a tab is called, where the tab has some. */
function useViewLabel(tab: AreaTab | undefined, forAdmin: boolean): string | undefined {
  const views: TabItem[] = tab === "directory" ? directoryViews(forAdmin) : tab === "admin" ? adminViews() : [];
  const current = useTab(parameters.view, views);
  return views.find(({ value }) => value === current)?.label;
}
