import { decisionMessages } from "#shared/audit/admin-messages.ts";
import { membershipRequestMessages as messages } from "#shared/membership-requests/membership-messages.ts";
import type { MembershipRequest } from "#shared/membership-requests/membership-requests.ts";
import { paths } from "#shared/paths.ts";
import { longDate } from "#web/lib/format.ts";
import type { KeptDecision } from "#web/lib/kept-decisions.ts";
import { StatusBadge } from "#web/ui/badge.tsx";
import { InlineLink } from "#web/ui/link.tsx";
import { PersonRow } from "#web/ui/person-row.tsx";
import { recentDecisionsId } from "./use-decision.ts";

export function DecidedRequest({ decided: { item, status } }: { decided: KeptDecision<MembershipRequest> }) {
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
