import { lazy } from "react";
import { isAdmin } from "#shared/rights.ts";
import type { Session } from "#shared/session.ts";
import { SubTabs, useTab } from "#web/ui/tabs.tsx";
import { directoryViews, parameters } from "../member-tabs.ts";
import { useWaitingCounts } from "../use-waiting-counts.ts";
import { DirectoryList } from "./directory-list.tsx";

const EditProfile = lazy(() =>
  import("../profile/edit-profile.tsx").then((module) => ({ default: module.EditProfile })),
);
const SubmitProfile = lazy(() =>
  import("../profile/submit-profile.tsx").then((module) => ({ default: module.SubmitProfile })),
);
const ProfilesToReview = lazy(() =>
  import("#web/admin/review/profiles-to-review.tsx").then((module) => ({ default: module.ProfilesToReview })),
);

export function DirectoryTab({ session }: { session: Session }) {
  const isForAdmin = isAdmin(session);
  const views = directoryViews(isForAdmin, useWaitingCounts(isForAdmin));
  const view = useTab(parameters.view, views);
  return (
    <>
      <SubTabs label="Member Directory" parameter={parameters.view} within={parameters.tab} items={views} />
      <div className="mt-8">
        {view === "list" && <DirectoryList />}
        {view === "edit" && <EditProfile userId={session.user.id} />}
        {view === "submit" && <SubmitProfile userId={session.user.id} />}
        {view === "review" && <ProfilesToReview ownId={session.user.id} />}
      </div>
    </>
  );
}
