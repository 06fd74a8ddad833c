import type { Session } from "#shared/session.ts";
import { Audit } from "#web/features/audit/audit.tsx";
import { DataRequests } from "#web/features/deletion-requests/data-requests.tsx";
import { BulkImport } from "#web/features/imports/bulk-import.tsx";
import { ManageInvitations } from "#web/features/invitations/manage-invitations.tsx";
import { MembershipRequests } from "#web/features/membership-requests/membership-requests.tsx";
import { useWaitingCounts } from "#web/features/waiting-counts/use-waiting-counts.ts";
import { adminViews, parameters } from "#web/lib/member-tabs.ts";
import { SubTabs, useTab } from "#web/ui/tabs.tsx";

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
