import { dealRecordMessages as messages } from "#shared/deals/deal-desk-messages.ts";
import { dealStateLabels } from "#shared/deals/deal-messages.ts";
import type { DealRecord } from "#shared/deals/deals.ts";
import { formatDateTime } from "#web/lib/format.ts";

/** Who moved it, when, from where and why. */
export function Moves({ moves }: Pick<DealRecord, "moves">) {
  return (
    <ol className="history max-w-3xl" aria-label={messages.moves}>
      {moves.map(({ id, from, to, moved_at, moved_by_name, reason }) => (
        <li key={id}>
          <time className="note num" dateTime={moved_at}>
            {formatDateTime(moved_at)}
          </time>
          <div className="min-w-0 wrap-anywhere">
            {messages.moved(from && dealStateLabels[from], dealStateLabels[to])}, {messages.by(moved_by_name)}
            {reason && <p className="note whitespace-pre-line">{reason}</p>}
          </div>
        </li>
      ))}
    </ol>
  );
}
