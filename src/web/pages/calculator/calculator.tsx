import { schemes } from "#shared/portfolio/deal-result.ts";
import { percent, times } from "#web/lib/format.ts";
import { useClub } from "#web/lib/use-club.ts";
import { classNames } from "#web/ui/class-names.ts";
import { Notice } from "#web/ui/notice.tsx";
import { Rail } from "#web/ui/rail.tsx";
import { CalculatorInputs } from "./calculator-inputs.tsx";
import { Counted } from "./counted.tsx";
import { type DealSums, dealSums } from "./deal-sums.ts";
import { DealTable } from "./deal-table.tsx";
import { dealCount, gain, money } from "./figures.ts";
import { ResultChart } from "./result-chart.tsx";
import { useDealEntry } from "./use-deal-entry.ts";
import { dealVerdict, planVerdict, yearVerdict } from "./verdict.ts";

export function Calculator() {
  const club = useClub();
  const form = useDealEntry();
  const sums = dealSums(form.entry, club.plans);
  const isStale = Object.keys(form.errors).length > 0;
  return (
    <div className={classNames("calculator-page", isStale && "is-stale")}>
      <div className="wrap">
        <p className="calculator-line">{dealLine(sums)}</p>
        <div className="calculator">
          <CalculatorInputs form={form} />
          <section className="calculator-result" aria-label="Result">
            <div role="status">
              {form.isMended && (
                <Notice>
                  The link had a figure outside the limits; the calculator’s own figure stands in its place.
                </Notice>
              )}
              {isStale && <Notice>These are still the results of the last valid figures: {dealLine(sums)}</Notice>}
            </div>
            <ResultHead sums={sums} />
            <ResultFigures sums={sums} />
            <Notice tone="warning" title="This is arithmetic, not advice or a forecast.">
              {club.warnings.risk_warning}
            </Notice>
            <ResultChart sums={sums} />
          </section>
        </div>
      </div>
      <section className="wrap section">
        <Rail side="Line by line">
          <h2 className="d2">The same deal through a traditional syndicate</h2>
          <DealTable sums={sums} />
        </Rail>
      </section>
      <section className="wrap section">
        <Rail side="Over a year">
          <h2 className="d2">Which plan costs least</h2>
          <p className="mt-4 max-w-(--measure)">{planVerdict(sums)}</p>
          <PlanTable sums={sums} />
        </Rail>
      </section>
      <section className="wrap section">
        <Rail side="What is counted">
          <h2 className="d2">What the sums suppose, and what they leave out</h2>
          <Counted sums={sums} />
        </Rail>
      </section>
    </div>
  );
}

/** The deal in a line: printed in place of the fields, and shown beside outdated results. */
function dealLine({ entry, plan }: DealSums): string {
  const { investmentPence, dealsPerYear, exitMultiple, scheme, incomeTaxPercent, side } = entry;
  const fee = `${percent(plan.investment_fee_percent / 100)} fee ${side === "on-top" ? "on top" : "inside the amount"}`;
  const tax = scheme === "none" ? "no tax scheme" : `${scheme} shares, Income Tax at ${incomeTaxPercent}%`;
  return `${money(investmentPence)} a deal, ${dealCount(dealsPerYear)} a year, ${plan.name} with the ${fee}, sold at ${times(exitMultiple)}, ${tax}.`;
}

function ResultHead({ sums }: { sums: DealSums }) {
  const { name } = useClub().identity;
  const { netResultPence, proceedsPence, incomeTaxReliefPence, lossReliefPence, cashOutPence } = sums.club.result;
  return (
    <div className="result-head" role="status">
      <div className="result-line">
        <p className="small muted">Net result per deal at {times(sums.entry.exitMultiple)}</p>
        <p className="figure">{gain(netResultPence)}</p>
      </div>
      <div className="result-reasons">
        <div className="result-verdict">
          <p>{dealVerdict(sums, name)}</p>
          <p className="small">{yearVerdict(sums, name)}</p>
        </div>
        <p className="note num">
          {money(proceedsPence)} from the sale
          {incomeTaxReliefPence > 0 && ` + ${money(incomeTaxReliefPence)} Income Tax relief`}
          {lossReliefPence > 0 && ` + ${money(lossReliefPence)} loss relief`}
          {` − ${money(cashOutPence)} paid`}
        </p>
      </div>
    </div>
  );
}

function ResultFigures({ sums }: { sums: DealSums }) {
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

/** What each plan costs over the year, the cheapest first. */
function PlanTable({ sums }: { sums: DealSums }) {
  const { memberships, entry } = sums;
  const least = memberships[0]?.totalPence;
  return (
    <table className="table plan-table num">
      <caption className="sr-only">Price and fees of each plan over a year, the cheapest first</caption>
      <thead>
        <tr>
          <th scope="col">Plan</th>
          <th scope="col" className="is-right">
            Membership
          </th>
          <th scope="col" className="is-right">
            Fees on {dealCount(entry.dealsPerYear)}
          </th>
          <th scope="col" className="is-right">
            Together
          </th>
        </tr>
      </thead>
      <tbody>
        {memberships.map(({ name, pricePence, feesPence, totalPence }) => (
          <tr key={name} className={name === entry.plan ? "is-chosen" : undefined}>
            <th scope="row">
              {name}
              <span className="note">{notes(name === entry.plan, totalPence === least)}</span>
            </th>
            <td className="is-right">{money(pricePence)}</td>
            <td className="is-right">{money(feesPence)}</td>
            <td className="is-right">{money(totalPence)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function notes(isChosen: boolean, isCheapest: boolean): string {
  if (isChosen) return isCheapest ? "Your plan, costs least" : "Your plan";
  return isCheapest ? "Costs least" : "";
}
