import { commitmentStateLabels, endedStates } from "#shared/commitment-messages.ts";
import type { ListedCommitment } from "#shared/commitments.ts";
import { myInvestmentsMessages as messages } from "#shared/own-commitment-messages.ts";
import { formatPence } from "#shared/pence.ts";
import { shortDate, shortLondonTime } from "#web/lib/format.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Moment } from "#web/ui/moment.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { RouteLink } from "#web/ui/route-link.tsx";
import { commitmentTones, inThousands } from "../commitment-words.ts";

interface CommitmentTableProps {
  commitments: readonly ListedCommitment[];
  linkTo: (id: string) => string;
}

export function CommitmentTable({ commitments, linkTo }: CommitmentTableProps) {
  const name: RecordColumn<ListedCommitment> = {
    header: messages.company,
    className: "w-full",
    cell: ({ id, company_name, deal_name }) => (
      <div className="commit-row">
        <RouteLink className="d4 wrap-anywhere no-underline" to={linkTo(id)}>
          {company_name}
        </RouteLink>
        <p className="note wrap-anywhere">{deal_name}</p>
      </div>
    ),
  };
  return (
    <RecordTable caption={messages.caption} columns={[name, ...columns]} rows={commitments} rowKey={({ id }) => id} />
  );
}

const columns: RecordColumn<ListedCommitment>[] = [
  {
    header: messages.state,
    className: "@min-[56rem]:whitespace-nowrap",
    cell: ({ state, state_since }) => (
      <div className="commit-state">
        <Badge tone={commitmentTones[state]} isPlain>
          {commitmentStateLabels[state]}
        </Badge>
        <span className="note num">{messages.since(shortDate(state_since))}</span>
      </div>
    ),
  },
  { header: messages.shares, isRight: true, className: "num", cell: ({ shares }) => inThousands(shares) },
  {
    header: messages.due,
    isRight: true,
    className: "num",
    cell: ({ state, due_pence }) =>
      endedStates.includes(state) ? <span className="muted">{messages.nothingOwed}</span> : formatPence(due_pence),
  },
  {
    header: messages.next,
    className: "num @min-[56rem]:whitespace-nowrap",
    cell: (commitment) => <Next commitment={commitment} />,
  },
];

function Next({ commitment: { state, due_at } }: { commitment: ListedCommitment }) {
  if (due_at === null) return <span className="muted">{messages.nothing}</span>;
  const words = state === "needs_reconsent" ? messages.answerBy : messages.payBy;
  return (
    <time dateTime={due_at}>
      <Moment text={words(shortLondonTime(due_at))} />
    </time>
  );
}
