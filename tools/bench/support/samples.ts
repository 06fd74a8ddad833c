import type { Measured } from "../../load/send-load.ts";

type Read = (measured: Measured) => number;

/** What was measured under each name, one value for each round. */
export class Samples {
  readonly #taken = new Map<string, Measured[]>();

  add(name: string, measured: Measured): void {
    this.#taken.set(name, [...(this.#taken.get(name) ?? []), measured]);
  }

  names = (): string[] => [...this.#taken.keys()];

  median = (name: string, read: Read): number => median(this.#rounds(name).map(read));

  /** The median of the rounds' ratios, which is steadier than the ratio of two medians. */
  ratio(of: string, to: string, read: Read): number {
    const divisors = this.#rounds(to).map(read);
    return median(this.#rounds(of).map((measured, round) => read(measured) / (divisors[round] ?? Number.NaN)));
  }

  failures(): number {
    return [...this.#taken.values()].flat().reduce((sum, { failures }) => sum + failures, 0);
  }

  #rounds = (name: string): readonly Measured[] => this.#taken.get(name) ?? [];
}

/** Returns the upper of the middle two for an even count; NaN if any value is. */
export function median(values: readonly number[]): number {
  if (values.some(Number.isNaN)) return Number.NaN;
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
