import "./commitments.css";
import { commitmentStateLabels, endedStates } from "#shared/commitments/commitment-messages.ts";
import type { ListedCommitment } from "#shared/commitments/commitments.ts";
import {
  endedWords,
  myInvestmentsMessages as messages,
  refundedWords,
} from "#shared/commitments/own-commitment-messages.ts";
import { formatPence } from "#shared/pence.ts";
import { shortDate, shortLondonTime } from "#web/lib/format.ts";
import { useList } from "#web/lib/use-list.ts";
import { Badge } from "#web/ui/badge.tsx";
import { ListView } from "#web/ui/list/list-view.tsx";
import { Moment } from "#web/ui/moment.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { RouteLink } from "#web/ui/route-link.tsx";
import { commitmentTones, inThousands, isClosedWithout } from "./commitment-words.ts";

export const useOwnCommitments = () => useList<ListedCommitment>({ path: "/commitments/me" });

interface OwnCommitmentsProps {
  list: ReturnType<typeof useOwnCommitments>;
  linkTo: (id: string) => string;
}

/** What the reader has joined and does not hold yet, whatever their statement says now; what has ended is folded. */
export function OwnCommitments({ list, linkTo }: OwnCommitmentsProps) {
  const items = list.items?.filter(({ state }) => state !== "completed");
  if (items?.length === 0 && !list.hasNextPage) return null;
  return (
    <section className="grid gap-2" aria-labelledby="own-commitments">
      <h2 className="d4" id="own-commitments">
        Your commitments
      </h2>
      <ListView list={list} items={items} noun="commitments" loading="Loading your investments" empty={null}>
        {(commitments) => <Parts commitments={commitments} linkTo={linkTo} />}
      </ListView>
    </section>
  );
}

interface PartsProps {
  commitments: readonly ListedCommitment[];
  linkTo: (id: string) => string;
}

function Parts({ commitments, linkTo }: PartsProps) {
  const ended = commitments.filter(isOver);
  const running = commitments.filter((commitment) => !isOver(commitment));
  return (
    <>
      {running.length > 0 && <CommitmentTable commitments={running} linkTo={linkTo} />}
      {ended.length > 0 && (
        <details className="commit-fold">
          <summary>Ended ({ended.length})</summary>
          <CommitmentTable commitments={ended} linkTo={linkTo} />
        </details>
      )}
    </>
  );
}

const isOver = (commitment: ListedCommitment): boolean =>
  endedStates.includes(commitment.state) || isClosedWithout(commitment);

interface CommitmentTableProps {
  commitments: readonly ListedCommitment[];
  linkTo: (id: string) => string;
}

export function CommitmentTable({ commitments, linkTo }: CommitmentTableProps) {
  const name: RecordColumn<ListedCommitment> = {
    header: "Company",
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
    <RecordTable
      caption="Your commitments, newest first"
      columns={[name, ...columns]}
      rows={commitments}
      rowKey={({ id }) => id}
    />
  );
}

const columns: RecordColumn<ListedCommitment>[] = [
  {
    header: "State",
    isBeside: true,
    className: "@min-[56rem]:whitespace-nowrap",
    cell: (commitment) => <State commitment={commitment} />,
  },
  {
    header: "Shares",
    isRight: true,
    className: "num",
    cell: (commitment) => inThousands(isClosedWithout(commitment) ? 0 : commitment.shares),
  },
  {
    header: "Cost and fee",
    isRight: true,
    className: "num",
    cell: ({ state, deal_state, due_pence }) =>
      endedStates.includes(state) || isClosedWithout({ state, deal_state }) ? (
        <span className="muted">Nothing owed</span>
      ) : (
        formatPence(due_pence)
      ),
  },
  {
    header: "Next",
    className: "num @min-[56rem]:whitespace-nowrap",
    cell: (commitment) => <Next commitment={commitment} />,
  },
];

interface OfCommitment {
  commitment: ListedCommitment;
}

function State({ commitment }: OfCommitment) {
  const { state, refunded_pence, refunded_on } = commitment;
  const isClosed = isClosedWithout(commitment);
  return (
    <div className="grid justify-items-start @max-[40rem]:justify-items-end">
      <Badge tone={isClosed ? "over" : commitmentTones[state]} isPlain>
        {isClosed ? messages.noShares : commitmentStateLabels[state]}
      </Badge>
      {!isClosed && <span className="note num">{stateSince(commitment)}</span>}
      {refunded_on !== null && (
        <span className="note num">{refundedWords(refunded_pence, shortDate(refunded_on))}</span>
      )}
    </div>
  );
}

const nextWords = {
  answer: (time: string) => `Answer by ${time}`,
  pay: (time: string) => `Pay by ${time}`,
  take: (time: string) => `Freed shares until ${time}`,
};

function Next({ commitment: { next, due_at } }: OfCommitment) {
  if (!next || due_at === null) return <span className="muted">Nothing to do</span>;
  return (
    <time dateTime={due_at}>
      <Moment text={nextWords[next](shortLondonTime(due_at))} />
    </time>
  );
}

function stateSince({ state, state_since, placed_at }: ListedCommitment): string {
  if (state === "deal_cancelled") return endedWords.cancelledOn(shortDate(state_since));
  return state === "committed" ? `Placed ${shortDate(placed_at)}` : `since ${shortDate(state_since)}`;
}
