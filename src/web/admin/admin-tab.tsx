import type { Session } from "#shared/session.ts";
import { adminViews, parameters } from "#web/members/member-tabs.ts";
import { useWaitingCounts } from "#web/members/use-waiting-counts.ts";
import { SubTabs, useTab } from "#web/ui/tabs.tsx";
import { Audit } from "./audit/audit.tsx";
import { DataRequests } from "./data-requests/data-requests.tsx";
import { BulkImport } from "./import/bulk-import.tsx";
import { ManageInvitations } from "./invitations/manage-invitations.tsx";
import { MembershipRequests } from "./requests/membership-requests.tsx";

export function AdminTab({ session }: { session: Session }) {
  const views = adminViews(useWaitingCounts(true));
  const view = useTab(parameters.view, views);
  return (
    <>
      <SubTabs label="Admin" parameter={parameters.view} within={parameters.tab} items={views} />
      <div className="mt-8">
        {view === "invitations" && <ManageInvitations userId={session.user.id} />}
        {view === "requests" && <MembershipRequests ownId={session.user.id} />}
        {view === "import" && <BulkImport userId={session.user.id} />}
        {view === "audit" && <Audit />}
        {view === "data" && <DataRequests ownId={session.user.id} />}
      </div>
    </>
  );
}
