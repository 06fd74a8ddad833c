import { type Invitation, invitationMessages } from "#shared/invitations.ts";
import { ListView } from "#web/members/list-view.tsx";
import { queryKeys } from "#web/members/query-keys.ts";
import { useList } from "#web/members/use-list.ts";
import { ViewRail } from "#web/members/view-rail.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { RowSkeletons } from "../row-skeletons.tsx";
import { InvitationForm } from "./invitation-form.tsx";
import { InvitationTable } from "./invitation-table.tsx";

export function ManageInvitations() {
  const list = useList<Invitation>({
    queryKey: queryKeys.invitations,
    path: "/invitations",
    failureMessage: invitationMessages.fetchFailed,
  });
  return (
    <ViewRail heading="Manage Invitations">
      <div className="grid gap-7 outline-none" tabIndex={-1}>
        <InvitationForm />
        <ListView
          list={list}
          noun="invitations"
          loading={<RowSkeletons label="Loading invitations" />}
          empty={<EmptyState isCard title="No invitations yet" text="Create the first one with the form above." />}
        >
          {(invitations) => <InvitationTable invitations={invitations} />}
        </ListView>
      </div>
    </ViewRail>
  );
}
