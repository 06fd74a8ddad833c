import { serverNow } from "#web/lib/server-time.ts";
import "./own/own-funds.css";
import { useQuery } from "@tanstack/react-query";
import { commitmentCases, factsOfPage } from "#shared/commitments/commitment-cases.ts";
import type { OwnCommitment } from "#shared/commitments/commitments.ts";
import { partDifferenceWords } from "#shared/funds/cost-difference.ts";
import { paymentMessages } from "#shared/funds/own-funds-messages.ts";
import { formatPence } from "#shared/pence.ts";
import { heldOfIssuedWords } from "#shared/portfolio/held-of-issued.ts";
import { Badge } from "#web/ui/badge.tsx";
import { ownCallQuery } from "./own-funds-queries.ts";

export function Result({ commitment }: { commitment: OwnCommitment }) {
  const { id, company_name, shares, cost_pence, fee_pence, terms, issued_on, held_shares } = commitment;
  const { data: call } = useQuery(ownCallQuery(id));
  const difference = partDifferenceWords({ price: terms.price, shares, cost_pence });
  const facts = factsOfPage(commitment, call ?? null, null, serverNow());
  const [asIssued] = commitmentCases.completed.words(facts);
  const isChanged = issued_on !== null && held_shares !== null && held_shares !== shares;
  const [arrived] = commitmentCases[call?.is_late ? "paid_late" : "in_full"].words(facts);
  return (
    <div className="grid justify-items-start gap-1">
      <Badge tone="live">Completed</Badge>
      <h2 className="commit-title">
        {isChanged ? `${heldOfIssuedWords({ shares, held_shares, issued_on }, company_name)}.` : asIssued}
      </h2>
      <p className="muted max-w-(--measure)">
        {held_shares !== 0 && "The nominee holds them for you by name."} {call?.arrived_on && arrived}{" "}
        {call && call.refund_pence > 0 && paymentMessages.surplus(formatPence(call.refund_pence))}
      </p>
      {call && (
        <dl className="commit-sums num w-full max-w-(--measure)">
          <div>
            <dt>Cost of the shares</dt>
            <dd>{formatPence(cost_pence)}</dd>
          </div>
          <div>
            <dt>Fee</dt>
            <dd>{formatPence(fee_pence)}</dd>
          </div>
          {call.borne_pence > 0 && (
            <div>
              <dt>Borne by the club</dt>
              <dd>−{formatPence(call.borne_pence)}</dd>
            </div>
          )}
          <div className="is-total">
            <dt>You paid</dt>
            <dd>{formatPence(cost_pence + fee_pence - call.borne_pence)}</dd>
          </div>
        </dl>
      )}
      {difference && <p className="note max-w-(--measure)">{difference}</p>}
    </div>
  );
}
