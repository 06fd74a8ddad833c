import { useState } from "react";
import { membershipRequestMessages as messages } from "#shared/membership-messages.ts";
import type { MembershipRequest } from "#shared/membership-requests.ts";
import { Admins } from "#web/features/people/admins/admins.tsx";
import { useList } from "#web/lib/use-list.ts";
import { ListView } from "#web/ui/list/list-view.tsx";
import { ViewRail } from "#web/ui/view-rail.tsx";
import { DecidedRequest } from "./decided-request.tsx";
import { type KeptDecision, withKept } from "./kept-decisions.ts";
import { PendingRequest } from "./pending-request.tsx";
import { RecentDecisions } from "./recent-decisions.tsx";
import { type Decision, recentDecisionsId, requestListId, useDecision, usePendingDecisions } from "./use-decision.ts";

export function MembershipRequests() {
  const list = useList<MembershipRequest>({
    path: "/membership-requests",
    parameters: { status: "pending" },
    failureMessage: messages.fetchFailed,
  });
  const [all, setAll] = useState<readonly KeptDecision[]>([]);
  const underWay = usePendingDecisions();
  // One that was refused goes in the moment in which it also leaves the recent decisions.
  const kept = all.filter((one) => !one.isRefused || underWay.some(({ request }) => request.id === one.request.id));
  const change = (id: string, changed: Partial<KeptDecision>) =>
    setAll((before) => before.map((one) => (one.request.id === id ? { ...one, ...changed } : one)));
  const { mutate } = useDecision({
    onRefused: ({ id }) => change(id, { isRefused: true }),
    onDecidedBefore: ({ id }) => change(id, { status: null }),
  });
  const decide = ({ request, decision }: Decision) => {
    const height = document.getElementById(request.id)?.getBoundingClientRect().height ?? 0;
    const status = decision === "approve" ? "approved" : "rejected";
    setAll((before) => [...before.filter((one) => one.request.id !== request.id), { request, status, height }]);
    mutate({ request, decision });
  };
  return (
    <div className="grid gap-8">
      <ViewRail heading="Membership Requests">
        <div id={requestListId} tabIndex={-1} className="outline-none">
          <ListView
            list={list}
            items={list.items && withKept(list.items, kept)}
            noun="requests"
            loading="Loading membership requests"
            empty={{ title: "No pending requests", text: "Everyone who registered has had an answer." }}
          >
            {(requests) => (
              <ul className="person-rows">
                {requests.map((request) => {
                  const decided = kept.find((one) => one.request.id === request.id);
                  return (
                    <li
                      key={request.id}
                      id={request.id}
                      tabIndex={-1}
                      className="grid"
                      style={{ minHeight: decided?.height }}
                      data-decided={decided ? "" : undefined}
                    >
                      {decided ? (
                        <DecidedRequest decided={decided} />
                      ) : (
                        <PendingRequest request={request} onDecide={decide} />
                      )}
                    </li>
                  );
                })}
              </ul>
            )}
          </ListView>
        </div>
      </ViewRail>
      <div id={recentDecisionsId} className="outline-none">
        <ViewRail heading={messages.recentDecisions} isBlock>
          <RecentDecisions />
        </ViewRail>
      </div>
      <ViewRail heading="Admins" isBlock>
        <Admins />
      </ViewRail>
    </div>
  );
}
