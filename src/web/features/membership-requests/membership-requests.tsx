import { membershipRequestMessages } from "#shared/membership-messages.ts";
import type { MembershipRequest } from "#shared/membership-requests.ts";
import { Admins } from "#web/features/people/admins/admins.tsx";
import { useList } from "#web/lib/use-list.ts";
import { ListView } from "#web/ui/list/list-view.tsx";
import { ViewRail } from "#web/ui/view-rail.tsx";
import { PendingRequest } from "./pending-request.tsx";
import { RecentDecisions } from "./recent-decisions.tsx";
import { requestListId, usePendingDecisions } from "./use-decision.ts";

export function MembershipRequests() {
  const list = useList<MembershipRequest>({
    path: "/membership-requests",
    parameters: { status: "pending" },
    failureMessage: membershipRequestMessages.fetchFailed,
  });
  const underWay = usePendingDecisions();
  const undecided = list.items?.filter(({ id }) => !underWay.some(({ request }) => request.id === id));
  return (
    <div className="grid gap-8">
      <ViewRail heading="Membership Requests">
        <div id={requestListId} tabIndex={-1} className="outline-none">
          <ListView
            list={list}
            items={undecided}
            noun="requests"
            loading="Loading membership requests"
            empty={{ title: "No pending requests", text: "Everyone who registered has had an answer." }}
          >
            {(requests) => (
              <ul className="person-rows">
                {requests.map((request) => (
                  <li key={request.id} id={request.id} tabIndex={-1}>
                    <PendingRequest request={request} />
                  </li>
                ))}
              </ul>
            )}
          </ListView>
        </div>
      </ViewRail>
      <ViewRail heading="Recent Decisions" isBlock>
        <RecentDecisions />
      </ViewRail>
      <ViewRail heading="Admins" isBlock>
        <Admins />
      </ViewRail>
    </div>
  );
}
