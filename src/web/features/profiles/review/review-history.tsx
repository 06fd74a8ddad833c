import { formerAdmin } from "#shared/decision-messages.ts";
import type { ReviewEvent } from "#shared/profile-reviews.ts";
import { comparisonMessages } from "#shared/profile-submission-messages.ts";
import { longDate } from "#web/lib/format.ts";

export function ReviewHistory({ history }: { history: ReviewEvent[] }) {
  return (
    <ol className="small muted num grid gap-0.5" aria-label="History">
      {history.map(({ kind, at, by }) => (
        <li key={`${kind} ${at}`} className="wrap-anywhere">
          {comparisonMessages.events[kind]} <time dateTime={at}>{longDate(at)}</time> by {by ?? formerAdmin}
        </li>
      ))}
    </ol>
  );
}
