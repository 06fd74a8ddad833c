/** One measured value, and what it should reach. */
export interface Figure {
  name: string;
  value: number;
  /** "×" is a ratio of two figures of the same run: the only kind that is compared between machines. */
  unit: "×" | "/s" | "ms" | "s" | "kB" | "MB" | "points" | "";
  goal?: { atLeast: number } | { atMost: number };
  note?: string;
}

export interface BenchOptions {
  /** For CI: short rounds, goals with a margin for noise, nothing whose time alone could fail. */
  isQuick: boolean;
}

export interface BenchPart {
  title: string;
  measure(options: BenchOptions): Promise<Figure[]>;
}

/** The factor is how far noise may carry a ratio of a quick run from its goal. */
const margin = 1.4;

export function withMargin(figure: Figure): Figure {
  const { unit, goal } = figure;
  if (unit !== "×" || !goal) return figure;
  return { ...figure, goal: "atLeast" in goal ? { atLeast: goal.atLeast / margin } : { atMost: goal.atMost * margin } };
}

/** NaN misses every goal. */
export function isMet({ value, goal }: Figure): boolean {
  if (!goal) return true;
  return "atLeast" in goal ? value >= goal.atLeast : value <= goal.atMost;
}

export function printFigures(title: string, figures: readonly Figure[]): void {
  console.log(`\n${title}`);
  console.table(
    Object.fromEntries(
      figures.map((figure) => [
        figure.name,
        {
          value: shorten(figure.value),
          unit: figure.unit,
          goal: describeGoal(figure),
          met: figure.goal ? isMet(figure) : "",
        },
      ]),
    ),
  );
  for (const { name, note } of figures) if (note) console.log(`${name}: ${note}`);
}

function describeGoal({ goal }: Figure): string {
  if (!goal) return "";
  return "atLeast" in goal ? `≥ ${shorten(goal.atLeast)}` : `≤ ${shorten(goal.atMost)}`;
}

/** Three significant digits, and all those before the point. */
const shorten = (value: number): number => (value < 100 ? Number(value.toPrecision(3)) : Math.round(value));
