import { schemes } from "#shared/portfolio/deal-result.ts";
import { percent, times } from "#web/lib/format.ts";
import type { DealSums } from "./deal-sums.ts";
import { money } from "./figures.ts";

export function ResultFigures({ sums }: { sums: DealSums }) {
  const { club, syndicate, plan, entry, breakEven, breakEvenWithRelief } = sums;
  const { scheme = "none" } = club.deal;
  const price = plan.annual_price_pence;
  const besides = price > 0 ? `, without the ${money(price)} membership` : "";
  const figures = [
    { term: "Goes into shares", value: money(club.result.sharesPence) },
    {
      term: "Fee",
      value: money(club.result.feePence),
      note: `${percent(club.deal.feeRate)} with ${plan.name}, ${entry.side === "on-top" ? "on top" : "inside"}`,
    },
    { term: "Leaves your account", value: money(club.result.cashOutPence) },
    {
      term: "Income Tax relief",
      value: money(club.result.incomeTaxReliefPence),
      note: reliefNote(sums),
    },
    {
      term: "A total loss costs you",
      value: money(club.totalLossPence),
      note: lossNote(club.totalLossPence - syndicate.totalLossPence) + besides,
    },
    {
      term: "Break-even multiple",
      value: times(breakEven),
      note: (scheme === "none" ? "Before tax" : `${times(breakEvenWithRelief)} once relief counts`) + besides,
    },
  ];
  return (
    <dl className="result-figures">
      {figures.map(({ term, value, note }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd className="d3 num">{value}</dd>
          {note && <dd className="note">{note}</dd>}
        </div>
      ))}
    </dl>
  );
}

function reliefNote({ club, entry }: DealSums): string {
  const { scheme = "none" } = club.deal;
  if (scheme === "none") return "None counted";
  const isLimited = club.year.incomeTaxReliefPence < entry.dealsPerYear * club.result.incomeTaxReliefPence;
  return `${percent(schemes[scheme].reliefRate)} of the shares${isLimited ? "; the year’s limit is passed" : ""}`;
}

function lossNote(morePence: number): string {
  if (morePence === 0) return "As with the syndicate";
  return `${money(Math.abs(morePence))} ${morePence > 0 ? "more" : "less"} than the syndicate`;
}
