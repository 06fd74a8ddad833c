import type { ListedCommitment } from "#shared/commitments.ts";
import { myInvestmentsMessages as messages } from "#shared/own-commitment-messages.ts";
import { formatLondonTime } from "#web/lib/format.ts";
import { InlineLink } from "#web/ui/link.tsx";
import { Notice } from "#web/ui/notice.tsx";

interface WaitingForYouProps {
  commitments: readonly ListedCommitment[];
  linkTo: (id: string) => string;
}

/** What needs its owner next, above everything else. */
export function WaitingForYou({ commitments, linkTo }: WaitingForYouProps) {
  const waiting = commitments.flatMap(({ next, ...commitment }) => (next ? [{ ...commitment, next }] : []));
  if (waiting.length === 0) return null;
  return (
    <Notice tone="warning" title={messages.waiting} className="mb-4">
      <ul className="grid gap-1">
        {waiting.map(({ id, company_name, next, due_at }) => (
          <li key={id} className="wrap-anywhere">
            <InlineLink to={linkTo(id)}>{messages.waitingFor[next](company_name)}</InlineLink>
            {due_at && <span className="num"> {messages.until(formatLondonTime(due_at))}</span>}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
