import { costPence } from "#shared/commitments/share-costs.ts";
import { counted } from "#shared/counted.ts";
import { formatPence } from "#shared/pence.ts";

/** What the members' shares cost, beside the price of all of them. */
export interface RoundCosts {
  shares: number;
  cost_pence: number;
  /** Half up. Null without approved terms. */
  total_pence: number | null;
  /** The members have left since the allocation. */
  left_members: number;
  changed_members: number;
  tolerance_pence: number;
}

/** Returns `null` where both are the same. */
export function costDifferenceWords(costs: RoundCosts): string | null {
  const { shares, cost_pence, total_pence, left_members, changed_members, tolerance_pence } = costs;
  if (total_pence === null || cost_pence === total_pence) return null;
  const both = `The members’ parts add up to ${formatPence(cost_pence)}. At the price, ${counted(shares, "share")} cost ${formatPence(total_pence)}.`;
  const since = [
    left_members > 0 && `${counted(left_members, "member")} left`,
    changed_members > 0 && `${counted(changed_members, "member")} took another number of shares`,
  ].filter((words) => words !== false);
  if (since.length === 0) return both;
  const isExplained = Math.abs(cost_pence - total_pence) <= tolerance_pence;
  return `${both} ${since.join(" and ")} after the allocation, which explains a difference of up to ${formatPence(tolerance_pence)}${isExplained ? ": the company is paid what the members’ parts add up to" : ""}.`;
}

interface Part {
  price: string;
  shares: number;
  cost_pence: number;
}

/** Returns why a member's shares cost a penny more or less than shares × price; `null` where they do not. */
export function partDifferenceWords({ price, shares, cost_pence }: Part): string | null {
  const alone = costPence(price, shares);
  if (alone === cost_pence) return null;
  return `Shares × price alone is ${formatPence(alone)}. The costs of all members add up to exactly what the company is paid, so one member’s cost can be a penny more or less.`;
}

/** Before shares are given out, of their cost at most. */
export const partOfPennyWords =
  "The price has parts of a penny. The costs of all members add up to exactly what the company is paid, so the cost given here is rounded up to the penny: it is the most that can be called. The call says the exact sum: please send nothing before.";

/** @param pence at the bank beyond what is booked or waits to be booked; below 0 for less. */
export const differenceWords = (pence: number): string =>
  `The bank has ${formatPence(Math.abs(pence))} ${pence < 0 ? "less" : "more"} than is booked or waits to be booked.`;
