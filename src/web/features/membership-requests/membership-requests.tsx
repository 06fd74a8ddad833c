import { adminPaths } from "#shared/admin-paths.ts";
import { decisionMessages } from "#shared/audit/admin-messages.ts";
import { membershipRequestMessages as messages } from "#shared/membership-requests/membership-messages.ts";
import type { MembershipRequest } from "#shared/membership-requests/membership-requests.ts";
import { longDate } from "#web/lib/format.ts";
import { type KeptDecision, useKeptDecisions, withKept } from "#web/lib/kept-decisions.ts";
import { useList } from "#web/lib/use-list.ts";
import { StatusBadge } from "#web/ui/badge.tsx";
import { InlineLink } from "#web/ui/link.tsx";
import { ListView } from "#web/ui/list/list-view.tsx";
import { PersonRow } from "#web/ui/person-row.tsx";
import { useSectionOfAddress } from "#web/ui/use-section-of-address.ts";
import { ViewRail } from "#web/ui/view-rail.tsx";
import { PendingRequest } from "./pending-request.tsx";
import { RecentDecisions } from "./recent-decisions.tsx";
import { type Decision, recentDecisionsId, requestListId, useDecision, usePendingDecisions } from "./use-decision.ts";

export function MembershipRequests() {
  const list = useList<MembershipRequest>({
    path: "/membership-requests",
    parameters: { status: "pending" },
    failureMessage: "Failed to fetch membership requests.",
  });
  const { kept, keep, refuse, markDecidedBefore } = useKeptDecisions<MembershipRequest>(
    usePendingDecisions().map(({ request }) => request.id),
  );
  const { mutate } = useDecision({ onRefused: refuse, onDecidedBefore: markDecidedBefore });
  const decide = (given: Decision) => {
    keep(given.request, given.decision === "approve" ? "approved" : "rejected");
    mutate(given);
  };
  return (
    <div ref={useSectionOfAddress()} className="grid gap-8">
      <ViewRail heading="Membership Requests">
        <div id={requestListId} tabIndex={-1} className="outline-none">
          <ListView
            list={list}
            items={list.items && withKept(list.items, kept, ({ requested_at }) => requested_at)}
            noun="requests"
            thing="The membership requests"
            loading="Loading membership requests"
            empty={{ title: "No pending requests", text: "Everyone who registered has had an answer." }}
          >
            {(requests) => {
              const next = firstToApprove(requests.filter(({ id }) => !kept.some(({ item }) => item.id === id)));
              return (
                <ul className="person-rows">
                  {requests.map((request) => {
                    const decided = kept.find(({ item }) => item.id === request.id);
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
                          <PendingRequest request={request} isNext={request === next} onDecide={decide} />
                        )}
                      </li>
                    );
                  })}
                </ul>
              );
            }}
          </ListView>
        </div>
      </ViewRail>
      <div id={recentDecisionsId} className="outline-none">
        <ViewRail heading={messages.recentDecisions} isBlock>
          <RecentDecisions />
        </ViewRail>
      </div>
    </div>
  );
}

/** An address that is not verified may be another person's. */
export const firstToApprove = <Request extends Pick<MembershipRequest, "can" | "email_verified">>(
  requests: readonly Request[],
): Request | undefined => requests.find(({ can, email_verified }) => can.approve && email_verified);

function DecidedRequest({ decided: { item, status } }: { decided: KeptDecision<MembershipRequest> }) {
  const { full_name, email, requested_at } = item;
  return (
    <PersonRow
      name={full_name}
      email={email}
      notes={<p className="note num">Requested {longDate(requested_at)}</p>}
      end={
        <>
          {status ? <StatusBadge status={status} /> : <span className="note">{decisionMessages.decidedByAnother}</span>}
          <span className="note">
            <InlineLink to={`${adminPaths.membershipRequests}#${recentDecisionsId}`} isQuiet>
              {messages.recentDecisions}
            </InlineLink>
          </span>
        </>
      }
    />
  );
}
