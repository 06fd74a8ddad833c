/** One line of a bench: what was measured, and what it should reach. */
export interface Figure {
  name: string;
  value: number;
  /** "×" is a ratio of two figures of the same run: the only kind that is compared between machines. */
  unit: "×" | "/s" | "ms" | "s" | "kB" | "MB" | "rows" | "points" | "";
  /** None where a figure is there to be read, not to be reached. */
  goal?: { atLeast: number } | { atMost: number };
  /** Where a goal is missed for a known reason, or how the figure came about. */
  note?: string;
}

export interface BenchOptions {
  /** For CI: rounds short, goals with a margin for noise, nothing whose time alone could fail. */
  isQuick: boolean;
}

/** A chapter of `npm run bench`. */
export interface BenchPart {
  title: string;
  measure(options: BenchOptions): Promise<Figure[]>;
}

export function isMet({ value, goal }: Figure): boolean {
  if (!goal) return true;
  return "atLeast" in goal ? value >= goal.atLeast : value <= goal.atMost;
}
