import { club, feeComparison } from "#shared/club.ts";
import { anchors, paths } from "#shared/paths.ts";
import { InlineLink } from "#web/ui/link.tsx";
import { dealRows, type Row, yearRows } from "./deal-rows.ts";
import type { DealSums } from "./deal-sums.ts";
import { dealCount, percent } from "./figures.ts";
import { limitVerdict } from "./verdict.ts";

/** The deal and the year of it, line by line, here and through a traditional syndicate. */
export function DealTable({ sums }: { sums: DealSums }) {
  const { entry, plan, syndicate } = sums;
  const limit = limitVerdict(sums);
  return (
    <>
      <table className="table deal-table num">
        <caption className="sr-only">
          The deal with {club.product} {plan.name} and with a traditional syndicate
        </caption>
        <thead>
          <tr>
            <td />
            <th scope="col" className="is-right">
              {club.product} {plan.name}
            </th>
            <th scope="col" className="is-right">
              Traditional syndicate
            </th>
          </tr>
        </thead>
        <Rows heading="One deal" rows={dealRows(sums)} />
        <Rows heading={`A year of ${dealCount(entry.dealsPerYear)}`} rows={yearRows(sums)} />
      </table>
      {limit && <p className="small mt-4 max-w-(--measure)">{limit}</p>}
      <p className="note mt-4 max-w-(--measure)">
        Traditional syndicates charge {feeComparison[0].syndicates} to invest and{" "}
        {percent(syndicate.deal.carryRate ?? 0)} of the profit, as{" "}
        <InlineLink to={`${paths.membership}#${anchors.membership}`}>our comparison</InlineLink> has it. This takes the
        least of that range, {percent(syndicate.deal.feeRate)}, with no annual fee and no membership. Both fees are{" "}
        {entry.side === "on-top" ? "paid on top of the amount" : "taken out of the amount"}.
      </p>
    </>
  );
}

function Rows({ heading, rows }: { heading: string; rows: Row[] }) {
  return (
    <tbody>
      <tr className="is-heading">
        <th scope="rowgroup" colSpan={3}>
          {heading}
        </th>
      </tr>
      {rows.map(({ term, ours, theirs, isSum }) => (
        <tr key={term} className={isSum ? "is-sum" : undefined}>
          <th scope="row">{term}</th>
          <td className="is-right">{ours}</td>
          <td className="is-right">{theirs}</td>
        </tr>
      ))}
    </tbody>
  );
}
