import type { OwnCommitment } from "#shared/commitments/commitments.ts";
import { historySum, historyWords } from "#shared/commitments/own-commitment-messages.ts";
import { shortLondonTime } from "#web/lib/format.ts";
import { Moment } from "#web/ui/moment.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { inThousands } from "../commitment-words.ts";

type Event = OwnCommitment["history"][number];

const columns: RecordColumn<Event>[] = [
  {
    header: "When",
    className: "num @min-[56rem]:whitespace-nowrap",
    cell: ({ happened_at }) => (
      <time dateTime={happened_at}>
        <Moment text={shortLondonTime(happened_at)} />
      </time>
    ),
  },
  {
    header: "What",
    className: "@min-[40rem]:w-1/2 wrap-anywhere",
    cell: ({ kind, terms_number }) => historyWords(kind, terms_number),
  },
  {
    header: "Shares",
    isRight: true,
    className: "num",
    cell: ({ shares }) => shares !== null && inThousands(shares),
  },
  {
    header: "Amount",
    isRight: true,
    className: "num",
    cell: ({ kind, amount_pence }) => amount_pence !== null && historySum(kind, amount_pence),
  },
  { header: "Why", className: "wrap-anywhere", cell: ({ reason }) => reason },
];

/** Folded: the page says what holds now. */
export function History({ commitment: { history } }: { commitment: OwnCommitment }) {
  return (
    <details className="commit-fold">
      <summary>What happened</summary>
      <RecordTable
        caption="What happened to this commitment"
        columns={columns}
        rows={history}
        rowKey={({ id }) => id}
      />
    </details>
  );
}
