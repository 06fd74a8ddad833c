import type { Allocation, AllocationLine } from "#shared/commitments/commitments.ts";

/** "1.24": how often the round was asked for. */
export const timesAsked = ({ asked_shares, capacity_shares }: Pick<Allocation, "asked_shares" | "capacity_shares">) =>
  (asked_shares / capacity_shares).toFixed(2);

interface Bar {
  /** Per cent of the longest bar. */
  wish: number;
  gets: number;
  /** Where the priority part ends; null without one. */
  mark: number | null;
}

/** All bars of a table have one scale. */
export function barOf(line: Pick<AllocationLine, "wish" | "shares" | "base" | "priority">, mostWished: number): Bar {
  const { wish, shares, base, priority } = line;
  const percent = (number: number) => (100 * number) / Math.max(1, mostWished);
  const mark = priority > 0 && base + priority < shares ? percent(base + priority) : null;
  return { wish: percent(wish), gets: percent(shares), mark };
}
