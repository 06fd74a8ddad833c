import type { AllocationMethod } from "#shared/deals/deal-messages.ts";
import { divideProduct } from "./share-out.ts";

/** Members whose wishes are alike: the same above their minimum, the same least, and in one band. */
export interface Kind {
  wanted: number;
  needed: number;
  isPriority: boolean;
  /** Of those in the round, in the order in which they were placed. */
  places: number[];
}

/** Members of one kind, from one place to another, who get the same. */
export interface Run {
  kind: Kind;
  /** In the kind's places; without the last. */
  from: number;
  to: number;
  priority: number;
  rest: number;
}

/** By first come nobody's part turns on a fraction of the rest. */
export type SharedMethod = Exclude<AllocationMethod, "first_come">;

interface Given {
  /** Shares that are left after everybody's minimum. */
  left: number;
  prioritySharePercent: number;
  method: SharedMethod;
}

/** What `shareOut` gives, worked out for each kind of wish in place of each member. */
export function shareOutAlike(kinds: Iterable<Kind>, { left, prioritySharePercent, method }: Given): Run[] {
  const runs = [...kinds].map((kind) => ({ kind, from: 0, to: kind.places.length, priority: 0, rest: 0 }));
  const forBand = divideProduct(left, prioritySharePercent, 100)[0];
  const band = proRata(
    forBand,
    runs.filter(({ kind }) => kind.isPriority).map((run) => ({ ...run, wanted: run.kind.wanted, shares: 0 })),
  ).map(({ shares, ...run }) => ({ ...run, priority: shares }));
  const others = runs.filter(({ kind }) => !kind.isPriority);
  const given = band.reduce((sum, run) => sum + sizeOf(run) * run.priority, 0);
  const asking = [...band, ...others].map((run) => ({ ...run, wanted: run.kind.wanted - run.priority, shares: 0 }));
  return methods[method](left - given, asking).map(({ kind, from, to, priority, shares }) => {
    return { kind, from, to, priority, rest: shares };
  });
}

/** The place of the latest who gets less than they need; -1 for nobody. */
export function latestShort(runs: readonly Run[]): { place: number; kind: Kind | undefined } {
  let latest: { place: number; kind: Kind | undefined } = { place: -1, kind: undefined };
  for (const { kind, to, priority, rest } of runs) {
    const place = kind.places[to - 1] ?? -1;
    if (priority + rest < kind.needed && place > latest.place) latest = { place, kind };
  }
  return latest;
}

/** Takes a member out of the places of their kind. */
export const takeOutOf = ({ places }: Kind, place: number): void => {
  places.splice(countBefore(places, place), 1);
};

interface Asking extends Run {
  wanted: number;
  shares: number;
}

type Share = (pool: number, runs: readonly Asking[]) => Asking[];

const sizeOf = ({ from, to }: Pick<Run, "from" | "to">): number => to - from;
const totalOf = (runs: readonly Asking[]) => runs.reduce((sum, run) => sum + sizeOf(run) * run.wanted, 0);
const filled = (runs: readonly Asking[]): Asking[] => runs.map((run) => ({ ...run, shares: run.wanted }));

const proRata: Share = (pool, runs) => {
  const total = totalOf(runs);
  if (total <= pool) return filled(runs);
  const parts = runs.map((run) => {
    const [whole, fraction] = divideProduct(pool, run.wanted, total);
    return { run: { ...run, shares: whole }, fraction };
  });
  let missing = parts.reduce((sum, { run }) => sum - sizeOf(run) * run.shares, pool);
  let smallest = Number.POSITIVE_INFINITY;
  let ofSmallest = 0;
  for (const { run, fraction } of parts.toSorted((one, other) => other.fraction - one.fraction)) {
    if (missing <= 0) break;
    if (fraction < smallest) [smallest, ofSmallest] = [fraction, missing];
    missing -= sizeOf(run);
  }
  const tied = parts.flatMap(({ run, fraction }) => (fraction === smallest ? [run] : []));
  const topped = parts.flatMap(({ run, fraction }) =>
    fraction > smallest ? [{ ...run, shares: run.shares + 1 }] : [],
  );
  const below = parts.flatMap(({ run, fraction }) => (fraction < smallest ? [run] : []));
  return [...topped, ...oneMore(tied, ofSmallest), ...below];
};

const level: Share = (pool, runs) => {
  if (totalOf(runs) <= pool) return filled(runs);
  for (let height = 0; ; ) {
    const shares = runs.map((run) => ({ ...run, shares: Math.min(run.wanted, height) }));
    const [full, unfilled] = [
      shares.filter((run) => run.wanted <= height),
      shares.filter((run) => run.wanted > height),
    ];
    const over = shares.reduce((sum, run) => sum - sizeOf(run) * run.shares, pool);
    const count = unfilled.reduce((sum, run) => sum + sizeOf(run), 0);
    if (over < count) return [...full, ...oneMore(unfilled, over)];
    height += Math.floor(over / count);
  }
};

const methods: Record<SharedMethod, Share> = { pro_rata: proRata, level };

/** For the first so many of all of them. */
function oneMore(runs: readonly Asking[], count: number): Asking[] {
  if (count === 0) return [...runs];
  const place = firstPlace(runs, (before) => before.reduce((sum, run) => sum + sizeOf(run), 0) >= count);
  const [first, others] = splitAt(runs, place);
  return [...first.map((run) => ({ ...run, shares: run.shares + 1 })), ...others];
}

/** The first place before which there are enough. */
function firstPlace(runs: readonly Asking[], isEnough: (before: Asking[]) => boolean): number {
  let [low, high] = [0, 1 + Math.max(...runs.map(({ kind, to }) => kind.places[to - 1] ?? 0))];
  while (low < high) {
    const place = Math.floor((low + high) / 2);
    if (isEnough(splitAt(runs, place)[0])) high = place;
    else low = place + 1;
  }
  return low;
}

/** Those before a place, and the others. */
function splitAt(runs: readonly Asking[], place: number): [before: Asking[], others: Asking[]] {
  const before: Asking[] = [];
  const others: Asking[] = [];
  for (const run of runs) {
    const middle = Math.min(run.to, Math.max(run.from, countBefore(run.kind.places, place)));
    if (middle > run.from) before.push({ ...run, to: middle });
    if (middle < run.to) others.push({ ...run, from: middle });
  }
  return [before, others];
}

function countBefore(places: readonly number[], place: number): number {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] ?? 0) < place) low = middle + 1;
    else high = middle;
  }
  return low;
}
