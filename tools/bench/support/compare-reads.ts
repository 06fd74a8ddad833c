import type { ClubReads } from "./club-reads.ts";
import type { Figure } from "./figure.ts";

const goal = 1.3;
/** They count what there is, and in a large club there is more of it. */
const counting = /^(waiting counts|pictures)/;

/**
 * For each read how much longer it takes in the large club. A round reads both, so that a noisy machine is noisy for
 * both; the first warms caches and connections up.
 */
export async function compareReads(small: ClubReads, large: ClubReads, isQuick: boolean): Promise<Figure[]> {
  const [rounds, repeats] = isQuick ? [3, 5] : [7, 15];
  const figures: Figure[] = [];
  for (const [name, readSmall] of Object.entries(small)) {
    const readLarge = large[name] ?? readSmall;
    const measured: [smallMs: number, largeMs: number][] = [];
    for (let round = 0; round <= rounds; round++) {
      const pair: [number, number] = [await medianMs(readSmall, repeats), await medianMs(readLarge, repeats)];
      if (round > 0) measured.push(pair);
    }
    const [smallMs, largeMs] = [0, 1].map((side) => median(measured.map((pair) => pair[side] ?? 0)));
    figures.push({
      name,
      value: median(measured.map(([of, to]) => to / of)),
      unit: "×",
      ...(!counting.test(name) && { goal: { atMost: goal } }),
      note: `${smallMs?.toFixed(2)} ms, ${largeMs?.toFixed(2)} ms`,
    });
  }
  return figures;
}

async function medianMs(read: () => Promise<unknown>, repeats: number): Promise<number> {
  const times: number[] = [];
  for (let time = 0; time < repeats; time++) {
    const began = performance.now();
    await read();
    times.push(performance.now() - began);
  }
  return median(times);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
