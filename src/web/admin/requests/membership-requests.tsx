import { type MembershipRequest, membershipRequestMessages } from "#shared/membership-requests.ts";
import { firstLists } from "#web/members/first-lists.ts";
import { ListView } from "#web/members/list-view.tsx";
import { useList } from "#web/members/use-list.ts";
import { ViewRail } from "#web/members/view-rail.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Admins } from "../admins/admins.tsx";
import { RowSkeletons } from "../row-skeletons.tsx";
import { PendingRequest } from "./pending-request.tsx";
import { RecentDecisions } from "./recent-decisions.tsx";
import { requestListId, useDecisionsUnderWay } from "./use-decision.ts";

export function MembershipRequests({ ownId }: { ownId: string }) {
  const list = useList<MembershipRequest>({
    ...firstLists.pendingRequests,
    failureMessage: membershipRequestMessages.fetchFailed,
  });
  const underWay = useDecisionsUnderWay();
  const undecided = list.items?.filter(({ id }) => !underWay.some(({ request }) => request.id === id));
  return (
    <div className="grid gap-14">
      <ViewRail heading="Membership Requests">
        <div id={requestListId} tabIndex={-1} className="outline-none">
          <ListView
            list={{ ...list, items: undecided }}
            noun="requests"
            loading={<RowSkeletons label="Loading membership requests" />}
            empty={<EmptyState isCard title="No pending requests" text="Everyone who registered has had an answer." />}
          >
            {(requests) => (
              <ul className="grid gap-4">
                {requests.map((request) => (
                  <li key={request.id} id={request.id} tabIndex={-1}>
                    <PendingRequest request={request} ownId={ownId} />
                  </li>
                ))}
              </ul>
            )}
          </ListView>
        </div>
      </ViewRail>
      <ViewRail heading="Recent Decisions">
        <RecentDecisions />
      </ViewRail>
      <ViewRail heading="Admins">
        <Admins ownId={ownId} />
      </ViewRail>
    </div>
  );
}
