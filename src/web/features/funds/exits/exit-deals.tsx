import { useQueries } from "@tanstack/react-query";
import type { ExitDetails } from "#shared/funds/funds-exits.ts";
import { exitDeskMessages as messages } from "#shared/funds/funds-exits-desk-messages.ts";
import { paths } from "#shared/paths.ts";
import { formatPence } from "#shared/pence.ts";
import { nextQuery } from "#web/features/acts/act-queries.ts";
import { shortDate } from "#web/lib/format.ts";
import { InlineLink } from "#web/ui/link.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";

type Deal = ExitDetails["deals"][number];

/** A deal's account is paid for its members' shares, and they are paid from there. */
export function ExitDeals({ exit }: { exit: ExitDetails }) {
  const { deals } = exit;
  const bank: RecordColumn<Deal> = {
    header: messages.toBank,
    cell: ({ deal_id, deal_name }) => (
      <InlineLink to={`${paths.dealClosing(deal_id)}#bank`} isQuiet>
        {messages.toBank}
        <span className="sr-only"> {deal_name}</span>
      </InlineLink>
    ),
  };
  const partly = deals.filter(({ arrived_on, arrived_pence }) => arrived_on === null && arrived_pence > 0);
  return (
    <div className="grid gap-2">
      <NextSteps exit={exit} />
      {partly.map(({ deal_id, deal_name, arrived_pence, gross_pence }) => (
        <p key={deal_id} className="small num">
          {messages.missing(
            deal_name,
            formatPence(arrived_pence),
            formatPence(gross_pence),
            formatPence(gross_pence - arrived_pence),
          )}
        </p>
      ))}
      <RecordTable
        caption="What came for each deal’s shares, and what was paid out of it"
        columns={[...columns, bank]}
        rows={deals}
        rowKey={({ deal_id }) => deal_id}
        isDense
        isMarked={({ arrived_on }) => arrived_on === null}
      />
    </div>
  );
}

/** What comes next of its money, as on the deals' pages; deals that wait for one press say one sentence. */
function NextSteps({ exit: { id, deals } }: { exit: ExitDetails }) {
  const open = deals.filter((deal) => deal.distributed_pence < deal.paid_pence || deal.costs_paid_on === null);
  const found = useQueries({ queries: open.map(({ deal_id }) => nextQuery(deal_id)) });
  const texts = found.flatMap(({ data }) => (data?.exit_id === id ? [data.text] : []));
  return [...new Set(texts)].map((text) => (
    <p key={text} className="num wrap-anywhere" role="status">
      <b className="font-semibold">Next:</b> {text}
    </p>
  ));
}

const columns: RecordColumn<Deal>[] = [
  { header: "Deal", className: "wrap-anywhere", cell: ({ deal_name }) => deal_name },
  {
    ...{ header: messages.shares, isRight: true, className: "num" },
    cell: ({ shares }) => shares.toLocaleString("en-GB"),
  },
  { header: messages.gross, isRight: true, className: "num", cell: ({ gross_pence }) => formatPence(gross_pence) },
  {
    ...{ header: "Arrived", className: "num whitespace-nowrap" },
    cell: ({ arrived_on, arrived_pence, gross_pence }) => {
      if (arrived_on !== null) return shortDate(arrived_on);
      return arrived_pence === 0 ? "Not yet" : `${formatPence(gross_pence - arrived_pence)} is missing`;
    },
  },
  {
    ...{ header: "Costs paid", className: "num whitespace-nowrap" },
    cell: ({ costs_pence, costs_paid_on }) => {
      if (costs_pence === 0) return "None";
      return costs_paid_on === null ? messages.notPaid : `${formatPence(costs_pence)}, ${shortDate(costs_paid_on)}`;
    },
  },
  {
    ...{ header: "Paid out", isRight: true, className: "num" },
    cell: ({ distributed_pence, paid_pence }) =>
      distributed_pence === paid_pence
        ? formatPence(paid_pence)
        : `${formatPence(distributed_pence)} of ${formatPence(paid_pence)}`,
  },
];
