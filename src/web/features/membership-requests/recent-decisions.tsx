import { recentDecisionsCount } from "#shared/membership-requests/membership-messages.ts";
import type { MembershipRequest } from "#shared/membership-requests/membership-requests.ts";
import { adminName } from "#shared/people/person-name.ts";
import { MembershipActions } from "#web/features/people/membership-actions.tsx";
import { longDate } from "#web/lib/format.ts";
import { useOwnName } from "#web/lib/session.ts";
import { useList } from "#web/lib/use-list.ts";
import { Badge, StatusBadge } from "#web/ui/badge.tsx";
import { ListView } from "#web/ui/list/list-view.tsx";
import { PersonRow } from "#web/ui/person-row.tsx";
import { usePendingDecisions } from "./use-decision.ts";

export function RecentDecisions() {
  const list = useList<MembershipRequest>({
    path: "/membership-requests",
    parameters: { status: "decided", limit: String(recentDecisionsCount) },
  });
  const underWay = usePendingDecided();
  const others = list.items?.filter(({ id }) => !underWay.some((request) => request.id === id));
  return (
    <ListView
      list={list}
      items={others && [...underWay, ...others].slice(0, recentDecisionsCount)}
      thing="The recent decisions"
      loading="Loading recent decisions"
      empty={<p className="muted">No decisions yet.</p>}
    >
      {(decided) => (
        <ul className="person-rows">
          {decided.map((request) => (
            <li key={request.id} tabIndex={-1}>
              <DecidedRequest request={request} />
            </li>
          ))}
        </ul>
      )}
    </ListView>
  );
}

/** Optimistic entries, latest first. */
function usePendingDecided(): MembershipRequest[] {
  const approved_by_name = useOwnName();
  return usePendingDecisions()
    .map(({ request, decision, at }): MembershipRequest => {
      const status = decision === "approve" ? "approved" : "rejected";
      const can = { approve: false, reject: false, suspend: false, end: false, reinstate: false };
      return { ...request, status, approved_at: at, approved_by_name, can };
    })
    .reverse();
}

function DecidedRequest({ request }: { request: MembershipRequest }) {
  const { full_name, email, approved_at } = request;
  const decision = approved_at && <p className="note num wrap-anywhere">{decisionWords(request, approved_at)}</p>;
  return (
    <PersonRow
      name={full_name}
      email={email}
      notes={decision}
      end={
        <>
          <StandingBadge request={request} />
          <div className="record-actions">
            <MembershipActions request={request} />
          </div>
        </>
      }
    />
  );
}

/** The day of a decision is not that of an end that followed. */
export function decisionWords(request: MembershipRequest, decidedAt: string): string {
  const decided = `${longDate(decidedAt)} ${decider(request)}`;
  if (request.ended_at) return `Membership ended on ${longDate(request.ended_at)}. Approved ${decided}`;
  if (request.suspended_at) return `Suspended since ${longDate(request.suspended_at)}. Approved ${decided}`;
  return `Decided ${decided}`;
}

function StandingBadge({ request: { status, suspended_at, ended_at } }: { request: MembershipRequest }) {
  if (suspended_at) return <Badge tone="refused">Suspended</Badge>;
  return ended_at ? <Badge tone="over">Ended</Badge> : <StatusBadge status={status} />;
}

const decider = ({ approved_by_name, is_decided_by_club }: MembershipRequest): string =>
  is_decided_by_club ? "on registration" : `by ${adminName(approved_by_name)}`;
