import "./own/own-funds.css";
import { useQuery } from "@tanstack/react-query";
import type { OwnCommitment } from "#shared/commitments/commitments.ts";
import { partDifferenceWords } from "#shared/funds/cost-difference.ts";
import { paymentMessages } from "#shared/funds/own-funds-messages.ts";
import { formatPence } from "#shared/pence.ts";
import { dayAndMonth, longDate } from "#web/lib/format.ts";
import { Badge } from "#web/ui/badge.tsx";
import { ownCallQuery } from "./own-funds-queries.ts";

export function Result({
  commitment: { id, shares, cost_pence, fee_pence, company_name, issued_on, terms },
}: {
  commitment: OwnCommitment;
}) {
  const { data: call } = useQuery(ownCallQuery(id));
  const difference = partDifferenceWords({ price: terms.price, shares, cost_pence });
  const arrived = call?.arrived_on ? (call.is_late ? messages.late : messages.onTime) : undefined;
  return (
    <div className="grid justify-items-start gap-1">
      <Badge tone="live">Completed</Badge>
      <h2 className="commit-title">
        You bought {shares.toLocaleString("en-GB")} shares of {company_name}
      </h2>
      <p className="muted max-w-(--measure)">
        {issued_on
          ? `Issued on ${longDate(issued_on)} to the nominee, for you by name.`
          : "The nominee holds them for you by name."}{" "}
        {call?.arrived_on &&
          arrived?.(formatPence(call.applied_pence - call.borne_pence), dayAndMonth(call.arrived_on))}{" "}
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

const messages = {
  onTime: (amount: string, day: string) => `Your ${amount} came on ${day}, in time.`,
  late: (amount: string, day: string) =>
    `Your ${amount} came on ${day}, after the time and inside the time of grace; you kept your shares.`,
} as const;
