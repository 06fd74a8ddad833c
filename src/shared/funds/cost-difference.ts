import { counted } from "#shared/counted.ts";
import { formatPence } from "#shared/pence.ts";

/** What the members' shares cost, beside the price of all of them. */
export interface RoundCosts {
  shares: number;
  cost_pence: number;
  /** Half up. Null without approved terms. */
  total_pence: number | null;
  /** Since the allocation. */
  left_members: number;
  changed_members: number;
  /** How far the two may be apart. */
  tolerance_pence: number;
}

/** Null where both are the same. */
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
