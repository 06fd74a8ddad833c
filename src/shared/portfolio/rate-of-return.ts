import { daysBetween } from "./tax-dates.ts";

export interface Flow {
  /** "2027-01-25" */
  day: string;
  /** Whole pence; what is paid in is negative. */
  pence: number;
}

/**
 * The yearly rate at which all flows are worth nothing today (XIRR, actual days over 365), by bisection.
 * @returns -1 where nothing came back, null where there is no single rate. Under a year it means little: see `isMostlyYearOld`.
 */
export function rateOfReturn(flows: readonly Flow[]): number | null {
  const merged = mergeDays(flows);
  const [first] = merged;
  if (!first) return null;
  // The check comes before days are merged: a payment on the day of the value does not make the value nothing.
  if (flows.every(({ pence }) => pence <= 0)) return -1;
  const timed = merged.map(({ day, pence }) => ({ pence, years: daysBetween(first.day, day) / 365 }));
  const worthAt = (rate: number) => {
    const growth = Math.log1p(rate);
    return timed.reduce((sum, { pence, years }) => sum + pence * Math.exp(-years * growth), 0);
  };
  if (first.pence > 0 || merged.every(({ pence }) => pence < 0) || countRoots(timed) !== 1) return null;
  let [low, high] = [lowestRate, 1];
  while (worthAt(high) > 0) high *= 2;
  for (let halving = 0; halving < 300; halving++) {
    const middle = (low + high) / 2;
    // Neighbouring numbers have nothing left between them to halve.
    if (middle === low || middle === high) break;
    if (worthAt(middle) > 0) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Checks that a yearly rate says anything yet: at least half of what was paid in has been in for 365 days. */
export function isMostlyYearOld(payments: readonly Flow[], today: string): boolean {
  const sumOf = (flows: readonly Flow[]) => flows.reduce((sum, { pence }) => sum + pence, 0);
  return sumOf(payments.filter(({ day }) => daysBetween(day, today) >= 365)) * 2 >= sumOf(payments);
}

/** What came back and what is left, for each pound paid in: 3.59 for 359 pence of 100. @returns null with nothing paid in. */
export const multipleOf = (backPence: number, paidInPence: number): number | null =>
  paidInPence > 0 ? backPence / paidInPence : null;

const lowestRate = -0.9999;
const highestRate = 1e6;

/** A single sign change has one root; with more of them the rates in between are tried. */
function countRoots(flows: readonly { pence: number; years: number }[]): number {
  if (countSignChanges(flows.map(({ pence }) => pence)) === 1) return 1;
  const steps = 4000;
  const step = (Math.log1p(highestRate) - Math.log1p(lowestRate)) / steps;
  const parts = flows.map(({ pence, years }) => ({
    pence: pence * Math.exp(-years * Math.log1p(lowestRate)),
    factor: Math.exp(-years * step),
  }));
  const worths: number[] = [];
  for (let rate = 0; rate <= steps; rate++) {
    let worth = 0;
    for (const part of parts) {
      worth += part.pence;
      part.pence *= part.factor;
    }
    worths.push(worth);
  }
  return countSignChanges(worths);
}

const countSignChanges = (values: readonly number[]): number => {
  const signs = values.map(Math.sign).filter((sign) => sign !== 0);
  return signs.filter((sign, index) => index > 0 && sign !== signs[index - 1]).length;
};

/** One flow a day, in order, without those that are nothing. */
function mergeDays(flows: readonly Flow[]): Flow[] {
  const byDay = new Map<string, number>();
  for (const { day, pence } of flows) byDay.set(day, (byDay.get(day) ?? 0) + pence);
  return [...byDay]
    .map(([day, pence]) => ({ day, pence }))
    .filter(({ pence }) => pence !== 0)
    .toSorted((one, other) => daysBetween(other.day, one.day));
}
