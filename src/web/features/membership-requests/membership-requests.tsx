import { useState } from "react";
import { adminPaths } from "#shared/admin-paths.ts";
import { decisionMessages } from "#shared/audit/admin-messages.ts";
import {
  membershipRequestMessages as messages,
  recentDecisionsCount,
  standingMessages,
} from "#shared/membership-requests/membership-messages.ts";
import type { MembershipRequest } from "#shared/membership-requests/membership-requests.ts";
import { adminName, personName } from "#shared/people/person-name.ts";
import { maximumTextLength } from "#shared/text-rules.ts";
import { MembershipActions } from "#web/features/people/membership-actions.tsx";
import {
  focusAfterDecision,
  type KeptDecision,
  useFocusOnLeaving,
  useKeptDecisions,
  withKept,
} from "#web/lib/decisions.ts";
import { longDate } from "#web/lib/format.ts";
import { useOwnName } from "#web/lib/session.ts";
import { useList } from "#web/lib/use-list.ts";
import { Badge, StatusBadge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Textarea } from "#web/ui/input.tsx";
import { InlineLink } from "#web/ui/link.tsx";
import { ListView } from "#web/ui/list/list-view.tsx";
import { PersonRow } from "#web/ui/person-row.tsx";
import { useSectionOfAddress } from "#web/ui/use-section-of-address.ts";
import { ViewRail } from "#web/ui/view-rail.tsx";
import {
  type Decision as Decided,
  type Decision,
  recentDecisionsId,
  requestListId,
  useDecision,
  usePendingDecisions,
} from "./use-decision.ts";

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

interface PendingRequestProps {
  request: MembershipRequest;
  /** The first that waits with a verified email address: its button alone is filled. */
  isNext: boolean;
  onDecide: (decision: Decided) => void;
}

function PendingRequest({ request, isNext, onDecide }: PendingRequestProps) {
  const { full_name, email, email_verified, requested_at } = request;
  return (
    <PersonRow
      name={full_name}
      email={email}
      notes={<p className="note num">Requested {longDate(requested_at)}</p>}
      end={
        <>
          {!email_verified && <Badge tone="waiting">Email not verified</Badge>}
          {request.can.approve ? (
            <DecisionBox request={request} isNext={isNext} onDecide={onDecide} />
          ) : (
            <p className="note">This is you. Another admin has to decide.</p>
          )}
        </>
      }
    />
  );
}

function DecisionBox({ request, isNext, onDecide }: PendingRequestProps) {
  const [isAsking, setAsking] = useState(false);
  const focusOnLeaving = useFocusOnLeaving();
  const person = personName(request);
  const [reason, setReason] = useState("");
  const decide = (decision: Pick<Decided, "decision" | "reason">) => {
    focusOnLeaving(focusAfterDecision(request.id, requestListId));
    onDecide({ request, ...decision });
  };
  return (
    <div className="flex gap-2.5">
      <Button variant={isNext ? "secondary" : "outline"} isSmall onClick={() => decide({ decision: "approve" })}>
        Approve<span className="sr-only"> {person}</span>
      </Button>
      {request.can.reject && (
        <Button variant="danger" isSmall onClick={() => setAsking(true)}>
          Reject<span className="sr-only"> {person}</span>
        </Button>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={`Reject ${person}?`}
        text="The members area will be closed to this account, and the person is told by email. An admin can approve the person after all, under People."
        confirmLabel="Reject membership"
        onConfirm={() => decide({ decision: "reject", reason: reason.trim() })}
      >
        <Field label="Reason" isOptional hint={standingMessages.reasonHint} className="mt-4">
          <Textarea
            className="field-sizing-content max-h-80"
            minimumHeightPx={80}
            rows={3}
            maxLength={maximumTextLength}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        </Field>
      </ConfirmDialog>
    </div>
  );
}

function RecentDecisions() {
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
              <RecentDecision request={request} />
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

function RecentDecision({ request }: { request: MembershipRequest }) {
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
