import { membershipRequestMessages as messages } from "#shared/membership-messages.ts";
import { paths } from "#shared/paths.ts";
import { longDate } from "#web/lib/format.ts";
import { StatusBadge } from "#web/ui/badge.tsx";
import { InlineLink } from "#web/ui/link.tsx";
import { PersonRow } from "#web/ui/person-row.tsx";
import type { KeptDecision } from "./kept-decisions.ts";
import { recentDecisionsId } from "./use-decision.ts";

export function DecidedRequest({ decided: { request, status } }: { decided: KeptDecision }) {
  const { full_name, email, requested_at } = request;
  return (
    <PersonRow
      name={full_name}
      email={email}
      notes={<p className="note num">Requested {longDate(requested_at)}</p>}
      end={
        <>
          {status ? <StatusBadge status={status} /> : <span className="note">{messages.decidedByAnother}</span>}
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
