import { anchors, paths } from "#shared/paths.ts";
import { syndicateRates } from "#shared/settings/plans.ts";
import { percent, times } from "#web/lib/format.ts";
import { useClub } from "#web/lib/use-club.ts";
import { InlineLink } from "#web/ui/link.tsx";
import type { DealSums, Side } from "./deal-sums.ts";
import { dealCount, gain, money } from "./figures.ts";
import { limitVerdict } from "./verdict.ts";

/** The deal and the year of it, line by line, here and through a traditional syndicate. */
export function DealTable({ sums }: { sums: DealSums }) {
  const club = useClub();
  const { entry, plan, syndicate } = sums;
  const limit = limitVerdict(sums);
  return (
    <>
      <table className="table deal-table num">
        <caption className="sr-only">
          The deal with {club.identity.name} {plan.name} and with a traditional syndicate
        </caption>
        <thead>
          <tr>
            <td />
            <th scope="col" className="is-right">
              {club.identity.name} {plan.name}
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
        Traditional syndicates charge {syndicateRates.entryPercent.join("-")}% to invest and{" "}
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

interface Row {
  term: string;
  ours: string;
  theirs: string;
  isSum?: boolean;
}

function dealRows({ club, syndicate, entry }: DealSums): Row[] {
  const row = (term: string, value: (side: Side) => string, isSum = false): Row => ({
    term,
    ours: value(club),
    theirs: value(syndicate),
    isSum,
  });
  const { incomeTaxReliefPence } = club.result;
  const hasLossRelief = club.result.lossReliefPence > 0 || syndicate.result.lossReliefPence > 0;
  return [
    row("Goes into shares", ({ result }) => money(result.sharesPence)),
    row("Investment fee", ({ result }) => money(result.feePence)),
    row("Leaves your account", ({ result }) => money(result.cashOutPence)),
    row(`The sale pays, at ${times(entry.exitMultiple)}`, ({ result }) => money(result.proceedsPence)),
    row("Carry", ({ result }) => money(result.carryPence)),
    ...(incomeTaxReliefPence > 0 ? [row("Income Tax relief", ({ result }) => money(result.incomeTaxReliefPence))] : []),
    ...(hasLossRelief ? [row("Loss relief", ({ result }) => money(result.lossReliefPence))] : []),
    row("Net result", ({ result }) => gain(result.netResultPence), true),
    row("Net result of a total loss", (side) => gain(-side.totalLossPence), true),
  ];
}

/** As the deal, with the price of the membership, and with relief up to the scheme's limit for the year. */
function yearRows({ club, syndicate, entry, plan }: DealSums): Row[] {
  const price = plan.annual_price_pence;
  const row = (term: string, value: (side: Side, pricePence: number) => string, isSum = false): Row => ({
    term,
    ours: value(club, price),
    theirs: value(syndicate, 0),
    isSum,
  });
  return [
    row("Investment fees", ({ year }) => money(year.feePence)),
    row("Membership", (_, pricePence) => money(pricePence)),
    row("Leaves your account", ({ year }, pricePence) => money(year.cashOutPence + pricePence)),
    ...(club.year.incomeTaxReliefPence > 0
      ? [row("Income Tax relief", ({ year }) => money(year.incomeTaxReliefPence))]
      : []),
    row(
      `Net result, all at ${times(entry.exitMultiple)}`,
      ({ year }, pricePence) => gain(year.netResultPence - pricePence),
      true,
    ),
    row("Net result, all lost", (side, pricePence) => gain(-side.yearTotalLossPence - pricePence), true),
  ];
}
