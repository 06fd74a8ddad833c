import { adminPaths } from "#shared/admin-paths.ts";
import { dealStateLabels } from "#shared/deals/deal-messages.ts";
import { shortMoment } from "#shared/london-time.ts";
import { formatPence } from "#shared/pence.ts";
import type { Today } from "#shared/waiting-counts/to-do.ts";
import { InlineLink } from "#web/ui/link.tsx";
import { None, type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";

type Deal = Today["deals"][number];

/** A deal, or all of them together. */
type Row = Pick<Deal, "asked_pence" | "paid_pence" | "open_pence" | "late_pence"> & { deal: Deal | null };

/** Checks whether a deal's money is called and not all with the company. */
export const hasMoney = ({ state, paid_pence, open_pence }: Deal): boolean =>
  open_pence > 0 || (state === "closing" && paid_pence > 0);

/** What is called, paid, open and late, deal by deal, and who has not paid. */
export function MoneyTable({ deals }: { deals: readonly Deal[] }) {
  const rows: Row[] = deals.map((deal) => ({ ...deal, deal }));
  if (rows.length > 1) rows.push({ ...sumOf(deals), deal: null });
  return (
    <RecordTable
      caption="Money of all deals"
      columns={columns}
      rows={rows}
      rowKey={({ deal }) => deal?.id ?? "all"}
      isMarked={({ deal, late_pence }) => deal !== null && late_pence > 0}
    />
  );
}

function sumOf(deals: readonly Deal[]): Omit<Row, "deal"> {
  const sum = (key: keyof Omit<Row, "deal">) => deals.reduce((all, deal) => all + deal[key], 0);
  return {
    asked_pence: sum("asked_pence"),
    paid_pence: sum("paid_pence"),
    open_pence: sum("open_pence"),
    late_pence: sum("late_pence"),
  };
}

const columns: RecordColumn<Row>[] = [
  {
    header: "Deal",
    className: "wrap-anywhere",
    cell: ({ deal }) =>
      deal ? (
        <>
          <InlineLink to={adminPaths.dealPart(deal.id, "people")} isQuiet>
            {deal.company_name}
          </InlineLink>
          <span className="note block">{dealStateLabels[deal.state]}</span>
        </>
      ) : (
        <b>All</b>
      ),
  },
  {
    header: "Called",
    isBeside: true,
    isRight: true,
    className: "num",
    cell: ({ asked_pence }) => formatPence(asked_pence),
  },
  { header: "Paid", isRight: true, className: "num", cell: ({ paid_pence }) => formatPence(paid_pence) },
  { header: "Open", isRight: true, className: "num", cell: ({ open_pence }) => formatPence(open_pence) },
  {
    header: "Late",
    isRight: true,
    className: "num",
    cell: ({ late_pence }) =>
      late_pence > 0 ? <b className="late">{formatPence(late_pence)}</b> : <None>{formatPence(0)}</None>,
  },
  {
    header: "Who has not paid",
    isPlain: true,
    className: "@min-[40rem]:w-1/3 wrap-anywhere",
    cell: ({ deal }) => deal && <Unpaid deal={deal} />,
  },
];

function Unpaid({ deal: { unpaid, unpaid_members, open_pence, pending_pence } }: { deal: Deal }) {
  if (unpaid_members === 0 && pending_pence === 0) return open_pence === 0 ? "Everybody has paid" : null;
  const others = unpaid_members - unpaid.length;
  return (
    <ul className="num">
      {unpaid.map(({ name, pence, by }) => (
        <li key={`${name} ${pence}`}>
          {name}, {formatPence(pence)}
          {by && <span className="note"> by {shortMoment(by)}</span>}
        </li>
      ))}
      {others > 0 && <li className="note">and {others} more</li>}
      {pending_pence > 0 && <li className="note">{formatPence(pending_pence)} at the bank waits to be booked</li>}
    </ul>
  );
}
