import type { ClosingBoard } from "#shared/funds/funds.ts";
import { boardPartMessages as messages } from "#shared/funds/funds-desk-messages.ts";
import { formatPence } from "#shared/pence.ts";

const names = ["called", "paid", "part_paid", "held", "late"] as const;

export function CountsBand({ counts }: { counts: ClosingBoard["counts"] }) {
  return (
    <dl className="closing-counts num" aria-label={messages.counts}>
      {names.map((name) => (
        <div key={name} className="flex flex-col">
          <dt className="small order-2">{messages.countLabels[name]}</dt>
          <dd className="order-1">
            <b>{counts[name].members.toLocaleString("en-GB")}</b>
          </dd>
          <dd className="note order-3">{formatPence(counts[name].pence)}</dd>
        </div>
      ))}
    </dl>
  );
}
