import { lazy, Suspense } from "react";
import { isAdmin } from "#shared/rights.ts";
import type { Session } from "#shared/session.ts";
import { otherSkeletonCount } from "#shared/skeleton-counts.ts";
import { usePageMeta } from "#web/lib/page-meta.ts";
import { Notice } from "#web/ui/notice.tsx";
import { CardSkeletons } from "#web/ui/skeleton.tsx";
import { type TabItem, Tabs, useTab } from "#web/ui/tabs.tsx";
import { AreaHead } from "./area-head.tsx";
import { DirectoryTab } from "./directory/directory-tab.tsx";
import { EventsTab } from "./events/events-tab.tsx";
import { InvestmentsTab } from "./investments/investments-tab.tsx";
import { MemberStats } from "./member-stats.tsx";
import { type AreaTab, accountTab, adminViews, areaTabs, directoryViews, parameters } from "./member-tabs.ts";
import { useWaitingCounts } from "./use-waiting-counts.ts";

const AdminTab = lazy(() => import("#web/admin/admin-tab.tsx").then((module) => ({ default: module.AdminTab })));
const AccountPage = lazy(() =>
  import("./account/account-page.tsx").then((module) => ({ default: module.AccountPage })),
);

export function MembersArea({ session }: { session: Session }) {
  const counts = useWaitingCounts(isAdmin(session));
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
        <Suspense fallback={<CardSkeletons count={otherSkeletonCount} />}>
          {current === "investments" && <InvestmentsTab />}
          {current === "directory" && <DirectoryTab session={session} />}
          {current === "events" && <EventsTab />}
          {current === "admin" && <AdminTab session={session} />}
          {isAccount && <AccountPage session={session} />}
        </Suspense>
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
