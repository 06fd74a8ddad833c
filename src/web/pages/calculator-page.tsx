import type { ReactNode } from "react";
import { Rail } from "#web/ui/rail.tsx";
import "#web/styles/calculator.css";
import type { ShownSection } from "#shared/content/site-pages.ts";
import { higherGainsTaxRate, schemes } from "#shared/portfolio/deal-result.ts";
import { syndicateRates } from "#shared/settings/plans.ts";
import { percent, times } from "#web/lib/format.ts";
import { useSitePage, Words } from "#web/lib/site-page.tsx";
import { useClub } from "#web/lib/use-club.ts";
import { Notice } from "#web/ui/notice.tsx";
import { CalculatorInputs } from "./calculator/calculator-inputs.tsx";
import { type DealSums, dealSums, type Side } from "./calculator/deal-sums.ts";
import { dealCount, gain, money } from "./calculator/figures.ts";
import { dealVerdict, limitVerdict, planVerdict, ResultChart, yearVerdict } from "./calculator/result-chart.tsx";
import { useDealEntry } from "./calculator/use-deal-entry.ts";

export function CalculatorPage() {
  const form = useDealEntry();
  const club = useClub();
  const sums = dealSums(form.entry, club.plans);
  const { heading, title, section } = useSitePage("calculator", calculatorValues(sums));
  const isStale = Object.keys(form.errors).length > 0;
  return (
    <div className="calculator-top page-end">
      <div className="wrap">
        <Rail side={title}>
          <h1 className="d2">{heading}</h1>
        </Rail>
      </div>
      <div className={isStale ? "is-stale" : undefined}>
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
              <Notice tone="warning" title={section("warning")?.title}>
                {club.warnings.risk_warning}
              </Notice>
              <ResultChart sums={sums} />
            </section>
          </div>
        </div>
        <Part words={section("line_by_line")}>{({ note }) => <DealTable sums={sums} note={note} />}</Part>
        <Part words={section("over_a_year")}>
          {() => (
            <>
              <p className="mt-4 max-w-(--measure)">{planVerdict(sums)}</p>
              <PlanTable sums={sums} />
            </>
          )}
        </Part>
        <Part words={section("counted")}>{Counted}</Part>
      </div>
    </div>
  );
}

interface PartProps {
  words: ShownSection | undefined;
  children: (words: ShownSection) => ReactNode;
}

const Part = ({ words, children }: PartProps) =>
  words && (
    <section className="wrap section">
      <Rail side={words.side}>
        <h2 className="d2">{words.title}</h2>
        {children(words)}
      </Rail>
    </section>
  );

/** What the sums suppose, for the words of the page. */
const calculatorValues = (sums: DealSums): Record<string, string> => ({
  eis_rule: schemeRule("EIS"),
  seis_rule: schemeRule("SEIS"),
  loss_relief: lossRule(sums),
  gains_tax_rate: percent(higherGainsTaxRate),
  syndicate_fees: `${syndicateRates.entryPercent.join("-")}%`,
  syndicate_carry: percent(sums.syndicate.deal.carryRate ?? 0),
  syndicate_fee: percent(sums.syndicate.deal.feeRate),
  fee_side: sums.entry.side === "on-top" ? "paid on top of the amount" : "taken out of the amount",
});

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

function Counted({ points, note }: ShownSection) {
  return (
    <>
      <dl className="glossary">
        {points.map(({ title, text }) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>
              <Words text={text} />
            </dd>
          </div>
        ))}
      </dl>
      <p className="note mt-7 max-w-(--measure)">
        <Words text={note} />
      </p>
    </>
  );
}

const schemeRule = (scheme: "EIS" | "SEIS"): string =>
  `${percent(schemes[scheme].reliefRate)} of ${scheme} shares, on up to ${money(schemes[scheme].yearlyLimitPence)} in a tax year`;

function lossRule({ club, entry, totalLossAgainstGainsPence }: DealSums): string {
  const againstGains = `Set against gains taxed at ${percent(higherGainsTaxRate)} instead, a total loss of this deal would cost you ${money(totalLossAgainstGainsPence)}.`;
  return club.deal.scheme === "none"
    ? `None is counted without a scheme, or without tax to pay. ${againstGains.replace(" instead", "")}`
    : `What relief leaves of a loss is set against income taxed at ${entry.incomeTaxPercent}%, all of it. ${againstGains}`;
}

/** The deal and the year of it, line by line, here and through a traditional syndicate. */
function DealTable({ sums, note }: { sums: DealSums; note: string }) {
  const club = useClub();
  const { entry, plan } = sums;
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
        <Words text={note} />
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
