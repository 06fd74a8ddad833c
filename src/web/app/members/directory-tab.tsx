import { isAdmin } from "#shared/rights.ts";
import type { Session } from "#shared/session.ts";
import { DirectoryList } from "#web/features/profiles/directory/directory-list.tsx";
import { useWaitingCounts } from "#web/features/waiting-counts/use-waiting-counts.ts";
import { Page } from "#web/lib/lazy-page.tsx";
import { directoryViews, parameters } from "#web/lib/member-tabs.ts";
import { ViewBoundary } from "#web/lib/view-boundary.tsx";
import { SubTabs, useTab } from "#web/ui/tabs.tsx";
import { adminPages, areaPages } from "./area-pages.ts";

export function DirectoryTab({ session }: { session: Session }) {
  const isForAdmin = isAdmin(session);
  const views = directoryViews(isForAdmin, useWaitingCounts(isForAdmin));
  const view = useTab(parameters.view, views);
  return (
    <>
      <SubTabs label="Member Directory" parameter={parameters.view} within={parameters.tab} items={views} />
      <div className="mt-8">
        <ViewBoundary name={view}>
          {view === "list" && <DirectoryList />}
          {view === "edit" && <Page page={areaPages.edit} userId={session.user.id} />}
          {view === "submit" && <Page page={areaPages.submit} userId={session.user.id} />}
          {view === "review" && <Page page={adminPages.review} ownId={session.user.id} />}
        </ViewBoundary>
      </div>
    </>
  );
}
