import { decisionMessages } from "#shared/audit/admin-messages.ts";
import { membershipRequestMessages as messages } from "#shared/membership-requests/membership-messages.ts";
import type { MembershipRequest } from "#shared/membership-requests/membership-requests.ts";
import { paths } from "#shared/paths.ts";
import { Admins } from "#web/features/people/admins.tsx";
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
    failureMessage: messages.fetchFailed,
  });
  const { kept, keep, refuse, markDecidedBefore } = useKeptDecisions<MembershipRequest>(
    usePendingDecisions().map(({ request }) => request.id),
  );
  const { mutate } = useDecision({ onRefused: refuse, onDecidedBefore: markDecidedBefore });
  const decide = ({ request, decision }: Decision) => {
    keep(request, decision === "approve" ? "approved" : "rejected");
    mutate({ request, decision });
  };
  return (
    <div ref={useSectionOfAddress()} className="grid gap-8">
      <ViewRail heading="Membership Requests">
        <div id={requestListId} tabIndex={-1} className="outline-none">
          <ListView
            list={list}
            items={list.items && withKept(list.items, kept, ({ requested_at }) => requested_at)}
            noun="requests"
            loading="Loading membership requests"
            empty={{ title: "No pending requests", text: "Everyone who registered has had an answer." }}
          >
            {(requests) => (
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
            <InlineLink to={`${paths.membershipRequests}#${recentDecisionsId}`} isQuiet>
              {messages.recentDecisions}
            </InlineLink>
          </span>
        </>
      }
    />
  );
}
