import { dealResult, schemes } from "#shared/portfolio/deal-result.ts";
import { percent, times } from "#web/lib/format.ts";
import type { DealSums, Side } from "./deal-sums.ts";
import { dealCount, gain, money } from "./figures.ts";

/** Net result against exit multiple. Places are in per cent, so that the words keep their size on every screen. */
export function ResultChart({ sums }: { sums: DealSums }) {
  const { club, syndicate, entry, plan, crossing } = sums;
  const scale = chartScale(sums);
  const caption = crossingVerdict(sums);
  const ours = scale.place(entry.exitMultiple, club.result.netResultPence);
  const theirs = scale.place(entry.exitMultiple, syndicate.result.netResultPence);
  const dearerEnd = scale.place(Math.min(crossing, scale.largestMultiple), 0);
  const isCrossed = crossing > 0 && crossing <= scale.largestMultiple;
  const equal = scale.place(crossing, netAt(club, crossing));
  return (
    <figure className="result-chart">
      <p className="note key">
        <span>
          <i className="key-club" />
          {plan.name}
        </span>
        <span>
          <i className="key-syndicate" />
          Traditional syndicate
        </span>
        {crossing > 0 && (
          <span>
            <i className="key-dearer" />
            {plan.name} is dearer
          </span>
        )}
        {isCrossed && (
          <span>
            <i className="key-crossing" />
            Equal at {times(crossing)}
          </span>
        )}
      </p>
      <svg className="plot num" role="img" aria-label={description(sums, scale, caption)}>
        {crossing > 0 && <rect className="plot-dearer" width={dearerEnd.x} height="100%" />}
        <Grid scale={scale} />
        <line className="plot-chosen" x1={ours.x} x2={ours.x} y1="0%" y2="100%" />
        <text x={ours.x} dy="-8" textAnchor={anchor(entry.exitMultiple / scale.largestMultiple)}>
          Yours: {times(entry.exitMultiple)}
        </text>
        <Line className="plot-syndicate" places={scale.bends(syndicate)} />
        <Line className="plot-club" places={scale.bends(club)} />
        {isCrossed && <circle className="plot-crossing" cx={equal.x} cy={equal.y} r="5.5" />}
        <circle className="plot-syndicate" cx={theirs.x} cy={theirs.y} r="4.5" />
        <circle className="plot-club" cx={ours.x} cy={ours.y} r="4.5" />
      </svg>
      <figcaption>
        <p className="note">{caption} Per deal, without the price of the membership.</p>
        <ChartTable sums={sums} scale={scale} />
      </figcaption>
    </figure>
  );
}

function Grid({ scale }: { scale: ChartScale }) {
  return (
    <>
      {scale.penceTicks.map((pence) => {
        const { x, y } = scale.place(0, pence);
        return (
          <g key={pence}>
            <line className={pence === 0 ? "plot-zero" : "plot-grid"} x1="0%" x2="100%" y1={y} y2={y} />
            <text x={x} y={y} dx="-10" dy="0.35em" textAnchor="end">
              {money(pence)}
            </text>
          </g>
        );
      })}
      {scale.multipleTicks.map((multiple) => (
        <text key={multiple} x={scale.place(multiple, 0).x} y="100%" dy="20" textAnchor="middle">
          {times(multiple)}
        </text>
      ))}
    </>
  );
}

function Line({ className, places }: { className: string; places: Place[] }) {
  return places.slice(1).map((to, index) => {
    const from = places[index] ?? to;
    return <line key={to.x} className={className} x1={from.x} y1={from.y} x2={to.x} y2={to.y} />;
  });
}

/** Keeps a label inside the chart at either end. */
function anchor(part: number): "start" | "middle" | "end" {
  if (part < 0.12) return "start";
  return part > 0.88 ? "end" : "middle";
}

function description({ plan, club, syndicate }: DealSums, { largestMultiple }: ChartScale, caption: string): string {
  const ends = (side: Side) =>
    `from ${gain(netAt(side, 0))} at 0× to ${gain(netAt(side, largestMultiple))} at ${times(largestMultiple)}`;
  return `Chart of the net result of a deal against the exit multiple. ${plan.name} runs ${ends(club)}, a traditional syndicate ${ends(syndicate)}. ${caption}`;
}

function ChartTable({ sums, scale }: { sums: DealSums; scale: ChartScale }) {
  const { plan, club, syndicate, entry, crossing } = sums;
  const marked = crossing > 0 && crossing <= scale.largestMultiple ? [crossing] : [];
  const multiples = [...new Set([...scale.multipleTicks, ...marked, entry.exitMultiple])].sort((a, b) => a - b);
  return (
    <details className="chart-table">
      <summary>The chart as a table</summary>
      <table className="table num">
        <caption className="sr-only">Net result of a deal by exit multiple</caption>
        <thead>
          <tr>
            <th scope="col">Exit multiple</th>
            <th scope="col" className="is-right">
              {plan.name}
            </th>
            <th scope="col" className="is-right">
              Syndicate
            </th>
          </tr>
        </thead>
        <tbody>
          {multiples.map((multiple) => (
            <tr key={multiple}>
              <th scope="row">
                {times(multiple)}
                {multiple === entry.exitMultiple && ", yours"}
                {multiple === crossing && ", equal"}
              </th>
              <td className="is-right">{gain(wholePounds(netAt(club, multiple)))}</td>
              <td className="is-right">{gain(wholePounds(netAt(syndicate, multiple)))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

/** Rounding would part crossing lines by a penny. */
const wholePounds = (pence: number): number => 100 * Math.round(pence / 100);

/** A place on the chart, in per cent of its width from the left and of its height from the top. */
interface Place {
  x: string;
  y: string;
}

interface ChartScale {
  largestMultiple: number;
  place: (multiple: number, pence: number) => Place;
  multipleTicks: number[];
  penceTicks: number[];
  /** The places where a side's line begins, bends and ends. */
  bends: (side: Side) => Place[];
}

/** The right end of the chart, and the step of its marks. */
const widths = [
  { largest: 5, step: 1 },
  { largest: 10, step: 2 },
  { largest: 20, step: 5 },
  { largest: 50, step: 10 },
  { largest: 100, step: 20 },
];

export function chartScale({ club, syndicate, entry, crossing }: DealSums): ChartScale {
  const shown = Math.max(entry.exitMultiple, Number.isFinite(crossing) ? crossing : 0);
  const { largest, step } = widths.find((width) => width.largest >= shown) ?? { largest: shown, step: shown };
  const ends = [club, syndicate].flatMap((side) => [netAt(side, 0), netAt(side, largest)]);
  const highest = Math.max(...ends);
  const penceStep = roundStep((highest - Math.min(...ends)) / 6);
  // Room for a mark below £0.
  const lowest = Math.min(...ends) < 0 ? Math.min(...ends, -penceStep) : Math.min(...ends);
  const place = (multiple: number, pence: number) => ({
    x: percentOf(multiple / largest),
    y: percentOf((highest - pence) / (highest - lowest)),
  });
  return {
    largestMultiple: largest,
    place,
    multipleTicks: ticks(0, largest, step),
    penceTicks: ticks(lowest, highest, penceStep),
    bends: (side) =>
      [...new Set([...bendMultiples(side), largest])].map((multiple) => place(multiple, netAt(side, multiple))),
  };
}

/** What a side's deal comes to at another multiple, in pence. */
const netAt = (side: Side, exitMultiple: number): number => dealResult({ ...side.deal, exitMultiple }).netResultPence;

/** The lines are straight between these: a scheme's loss relief ends where the loss does, and carry begins at 1. */
function bendMultiples({ result }: Side): number[] {
  const lossEndsAt = 1 - result.incomeTaxReliefPence / result.sharesPence;
  return [0, lossEndsAt, 1];
}

/** 1, 2 or 5 followed by noughts, the least that is no smaller. */
function roundStep(pence: number): number {
  const power = 10 ** Math.floor(Math.log10(pence));
  return ([1, 2, 5].find((digit) => digit * power >= pence) ?? 10) * power;
}

function ticks(from: number, to: number, step: number): number[] {
  const first = Math.ceil(from / step);
  return Array.from({ length: Math.floor(to / step) - first + 1 }, (_, n) => (first + n) * step);
}

const percentOf = (part: number): string => `${Number((100 * part).toFixed(3))}%`;

/** How the deal compares with the same one through a syndicate, also where that is no praise. */
export function dealVerdict({ club: ours, syndicate: theirs }: DealSums, clubName: string): string {
  const { feeRate, carryRate = 0 } = theirs.deal;
  const other = `a syndicate that charges ${percent(feeRate)} to invest and ${percent(carryRate)} of the profit`;
  const difference = ours.result.netResultPence - theirs.result.netResultPence;
  if (difference === 0) return `With ${other} it would be the same.`;
  const isLoss = ours.result.netResultPence < 0 && theirs.result.netResultPence < 0;
  if (difference > 0) {
    return isLoss
      ? `With ${other} you would lose ${money(difference)} more.`
      : `That is ${money(difference)} more than ${other} would leave you.`;
  }
  const reason = theirs.result.carryPence === 0 ? " Without a profit there is no carry, and the larger fee hurts." : "";
  return isLoss
    ? `Here ${clubName} is dearer: with ${other} you would lose ${money(-difference)} less.${reason}`
    : `Here ${clubName} is dearer: ${other} would leave you ${money(-difference)} more.${reason}`;
}

/** Says how the price of the membership changes the year; null where there is none. */
export function yearVerdict({ entry, plan, club: ours, syndicate: theirs }: DealSums, clubName: string): string | null {
  const price = plan.annual_price_pence;
  if (price === 0) return null;
  const difference = ours.year.netResultPence - price - theirs.year.netResultPence;
  const deals =
    entry.dealsPerYear === 1 ? "a year with this one deal" : `a year of ${dealCount(entry.dealsPerYear)} like it`;
  const ends = `Count the ${money(price)} membership too, and ${deals} ends`;
  if (difference === 0) return `${ends} level with the syndicate.`;
  return difference > 0
    ? `${ends} ${money(difference)} ahead of the syndicate.`
    : `${ends} ${money(-difference)} behind the syndicate: ${clubName} is dearer.`;
}

/** Where the two lines of the chart cross, in words. */
export function crossingVerdict({ plan, crossing }: DealSums): string {
  if (crossing === 0) return `At no multiple does the syndicate leave you more than ${plan.name}.`;
  if (crossing === Number.POSITIVE_INFINITY)
    return `At no multiple does ${plan.name} leave you more than the syndicate.`;
  const at = times(crossing);
  return `Above ${at} ${plan.name} leaves you more than the syndicate; up to ${at} the syndicate leaves you as much or more.`;
}

/** Which plan costs least for a year of such deals, and what the chosen one costs more than that. */
export function planVerdict({ entry, plan, memberships }: DealSums): string {
  const year = `For ${dealCount(entry.dealsPerYear)} of ${money(entry.investmentPence)} in a year`;
  const [cheapest] = memberships;
  const chosen = memberships.find(({ name }) => name === plan.name);
  if (!cheapest || !chosen) throw new Error(`There is no plan ${plan.name}.`);
  const more = chosen.totalPence - cheapest.totalPence;
  if (chosen === cheapest)
    return `${year} your plan, ${plan.name}, costs least: ${money(chosen.totalPence)} in membership and fees.`;
  if (more === 0)
    return `${year} ${cheapest.name} and your plan, ${plan.name}, cost the same: ${money(chosen.totalPence)}.`;
  return `${year} ${cheapest.name} costs least: ${money(cheapest.totalPence)} in membership and fees, ${money(more)} less than your plan, ${plan.name}.`;
}

/** Says how much the scheme's yearly limit takes away; null while the year stays below it. */
export function limitVerdict({ club: ours, entry }: DealSums): string | null {
  const { scheme = "none" } = ours.deal;
  const { yearlyLimitPence } = schemes[scheme];
  const { sharesPence, incomeTaxReliefPence } = ours.year;
  if (scheme === "none" || sharesPence <= yearlyLimitPence) return null;
  const unlimitedPence = entry.dealsPerYear * ours.result.incomeTaxReliefPence;
  return `${dealCount(entry.dealsPerYear)} put ${money(sharesPence)} into shares. ${scheme} relief stops at ${money(yearlyLimitPence)} of shares in a tax year, so the year’s relief is ${money(incomeTaxReliefPence)} and not ${money(unlimitedPence)}.`;
}
