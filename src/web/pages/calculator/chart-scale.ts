import { dealResult } from "#shared/portfolio/deal-result.ts";
import type { DealSums, Side } from "./deal-sums.ts";

/** A place on the chart, in per cent of its width from the left and of its height from the top. */
export interface Place {
  x: string;
  y: string;
}

export interface ChartScale {
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
    x: percent(multiple / largest),
    y: percent((highest - pence) / (highest - lowest)),
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
export const netAt = (side: Side, exitMultiple: number): number =>
  dealResult({ ...side.deal, exitMultiple }).netResultPence;

/** Between these the lines are straight: a scheme's loss relief ends where the loss does, and carry begins at 1. */
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

const percent = (part: number): string => `${Number((100 * part).toFixed(3))}%`;
