import { dealDeskMessages as messages } from "#shared/deals/deal-desk-messages.ts";
import { dealSchemeLabels, dealStateLabels } from "#shared/deals/deal-messages.ts";
import type { ListedDeal } from "#shared/deals/deals.ts";
import { formatPounds } from "#shared/format-pounds.ts";
import { shortDate } from "#web/lib/format.ts";
import { InlineLink } from "#web/ui/link.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { RowAction } from "#web/ui/row-action.tsx";
import { nextOf } from "./deal-words.ts";

interface DealTableProps {
  deals: ListedDeal[];
  linkTo: (deal: ListedDeal) => string;
  onAsk: (deal: ListedDeal) => void;
}

export function DealTable({ deals, linkTo, onAsk }: DealTableProps) {
  const company: RecordColumn<ListedDeal> = {
    header: "Company",
    className: "wrap-anywhere",
    cell: (deal) => (
      <InlineLink to={linkTo(deal)} isQuiet>
        {deal.company_name}
      </InlineLink>
    ),
  };
  const actions: RecordColumn<ListedDeal> = {
    header: "Actions",
    isActions: true,
    cell: (deal) =>
      deal.can.move_to.length > 0 && (
        <RowAction labelEnd={deal.company_name} onClick={() => onAsk(deal)}>
          {`${messages.move}...`}
        </RowAction>
      ),
  };
  return (
    <RecordTable
      caption="Deals, newest first"
      columns={[company, ...columns, actions]}
      rows={deals}
      rowKey={({ id }) => id}
      isDense
    />
  );
}

const columns: RecordColumn<ListedDeal>[] = [
  { header: "Round", isWideOnly: true, className: "@min-[56rem]:min-w-36 wrap-anywhere", cell: ({ name }) => name },
  { header: "Stage", className: "whitespace-nowrap", cell: ({ state }) => dealStateLabels[state] },
  {
    header: "Scheme",
    className: "whitespace-nowrap",
    cell: ({ scheme }) => (scheme ? dealSchemeLabels[scheme] : messages.notSaid),
  },
  {
    header: "Whole round",
    isRight: true,
    isWideOnly: true,
    className: "num whitespace-nowrap",
    cell: ({ round_total_pence }) => (round_total_pence === null ? messages.notSaid : formatPounds(round_total_pence)),
  },
  { header: "Who", className: "wrap-anywhere", cell: ({ owner_name }) => owner_name ?? messages.nobody },
  {
    header: "In stage since",
    className: "num whitespace-nowrap",
    cell: ({ state_since }) => shortDate(state_since),
  },
  { header: "Reply due", className: "num whitespace-nowrap", cell: (deal) => <Due deal={deal} /> },
  { header: "Next", isWideOnly: true, className: "num wrap-anywhere", cell: (deal) => nextOf(deal) },
];

function Due({ deal: { days_overdue, reply_due_on } }: { deal: ListedDeal }) {
  if (!reply_due_on) return null;
  if (days_overdue === null) return shortDate(reply_due_on);
  return <b className="late">{shortDate(reply_due_on)}, late</b>;
}
