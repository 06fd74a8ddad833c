import { median } from "./median.ts";

/** What was measured once. Samples of one round were taken close to each other, so that a noise met all of them. */
export interface Sample<Values> {
  round: number;
  what: string;
  where: string;
  values: Values;
}

type Place = Pick<Sample<unknown>, "what" | "where">;
type Read<Values> = (values: Values) => number;

export function medianOf<Values>(samples: readonly Sample<Values>[], place: Place, read: Read<Values>): number {
  return median(samplesAt(samples, place).map(({ values }) => read(values)));
}

/** The median of the rounds' ratios, which is steadier than the ratio of two medians. */
export function medianRatio<Values>(
  samples: readonly Sample<Values>[],
  of: Place,
  to: Place,
  read: Read<Values>,
): number {
  const divisors = new Map(samplesAt(samples, to).map(({ round, values }) => [round, read(values)]));
  return median(samplesAt(samples, of).map(({ round, values }) => read(values) / (divisors.get(round) ?? Number.NaN)));
}

/** @throws Error for a place where nothing was measured. */
function samplesAt<Values>(samples: readonly Sample<Values>[], { what, where }: Place): Sample<Values>[] {
  const found = samples.filter((sample) => sample.what === what && sample.where === where);
  if (found.length === 0) throw new Error(`Nothing was measured of ${what}, ${where}.`);
  return found;
}
