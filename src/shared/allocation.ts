import type { allocationMethods } from "./deal-messages.ts";

export interface Wish {
  id: string;
  /** Whole shares: what is asked for, and the fewest that are taken. */
  shares: number;
  least: number;
  /** ISO 8601, UTC. */
  placedAt: string;
  isPriority: boolean;
}

export interface AllocationGiven {
  /** Whole shares that there are: the club's maximum over the price, rounded down. */
  capacity: number;
  /** Whole shares that everybody gets first. */
  minimumShares: number;
  /** Of what is left after everybody's minimum, for the priority band: 0 to 100. */
  prioritySharePercent: number;
  method: (typeof allocationMethods)[number];
  wishes: readonly Wish[];
}

export interface AllocationLine {
  id: string;
  /** Its parts: everybody's minimum, the priority band's, and the rest. */
  base: number;
  priority: number;
  rest: number;
  /** Their sum; 0 on the waiting list. */
  shares: number;
  isWaiting: boolean;
}

/**
 * Shares out whole shares, the same in whatever order the wishes come. Everybody's minimum first; of what is left the priority
 * band gets its percentage pro rata, and everybody the rest by the method: `pro_rata`, `level` (the same number each until
 * their wish is filled) or `first_come`. Where there is not a minimum for everybody, it goes to those who came first. Whoever
 * gets less than the least they accept goes to the waiting list, the latest first, and all is computed again.
 * @returns a line for each wish, in their order. @throws RangeError for what is not whole shares, and for a wish below the
 * minimum or below its least.
 */
export function allocate({ wishes, ...given }: AllocationGiven): AllocationLine[] {
  const { capacity, minimumShares, prioritySharePercent: percent } = given;
  for (const value of [capacity, minimumShares, percent]) assertWhole(value);
  if (percent > 100) throw new RangeError(`${percent} is more than 100 per cent.`);
  for (const { shares, least } of wishes) {
    for (const value of [shares, least]) assertWhole(value);
    if (shares < minimumShares || shares < least) throw new RangeError(`A wish of ${shares} shares is too small.`);
  }
  const places = minimumShares === 0 ? wishes.length : Math.floor(capacity / minimumShares);
  let inOrder = wishes.toSorted(byPlace);
  for (;;) {
    const lines = shareOut(inOrder.slice(0, places), given);
    const short = lines.findLastIndex(({ shares }, place) => shares < (inOrder[place]?.least ?? 0));
    if (short === -1) return inOrderOf(wishes, new Map(lines.map((line) => [line.id, line])));
    inOrder = inOrder.toSpliced(short, 1);
  }
}

/** In the order in which they were placed, so that ties go to whoever came first. */
function shareOut(
  wishes: readonly Wish[],
  { capacity, minimumShares: base, prioritySharePercent, method }: Omit<AllocationGiven, "wishes">,
): AllocationLine[] {
  const left = capacity - wishes.length * base;
  const [forPriority] = divideProduct(left, prioritySharePercent, 100);
  const priority = proRata(
    forPriority,
    wishes.map(({ shares, isPriority }) => (isPriority ? shares - base : 0)),
  );
  const rest = methods[method](
    left - sum(priority),
    wishes.map(({ shares }, place) => shares - base - (priority[place] ?? 0)),
  );
  return wishes.map(({ id }, place) => {
    const parts = { base, priority: priority[place] ?? 0, rest: rest[place] ?? 0 };
    return { id, ...parts, shares: sum(Object.values(parts)), isWaiting: false };
  });
}

/** @param wanted of each, in the order in which they were placed. @returns what each gets. */
type Share = (pool: number, wanted: readonly number[]) => number[];

/** In proportion; what is left goes one each to the largest fractions. */
const proRata: Share = (pool, wanted) => {
  const total = sum(wanted);
  if (total <= pool) return [...wanted];
  const fractions = new Float64Array(wanted.length);
  const parts = wanted.map((want, place) => {
    const [shares, fraction] = divideProduct(pool, want, total);
    fractions[place] = fraction;
    return shares;
  });
  const missing = pool - sum(parts);
  // The smallest fraction that gets one; of several such, those that came first.
  const smallest = fractions.toSorted().at(-missing) ?? 0;
  let ofSmallest = missing - fractions.filter((fraction) => fraction > smallest).length;
  return parts.map((shares, place) => {
    const fraction = fractions[place] ?? 0;
    const isTopped = missing > 0 && (fraction > smallest || (fraction === smallest && ofSmallest-- > 0));
    return isTopped ? shares + 1 : shares;
  });
};

/** @returns quotient and remainder of a × b by c, exactly. */
function divideProduct(a: number, b: number, c: number): [quotient: number, remainder: number] {
  const product = a * b;
  if (product <= Number.MAX_SAFE_INTEGER) return [Math.floor(product / c), product % c];
  const exact = BigInt(a) * BigInt(b);
  return [Number(exact / BigInt(c)), Number(exact % BigInt(c))];
}

/** The same number each; whoever is filled leaves what is over to the others. */
const level: Share = (pool, wanted) => {
  if (sum(wanted) <= pool) return [...wanted];
  let [below, above] = [0, Math.max(...wanted)];
  while (above - below > 1) {
    const middle = Math.floor((below + above) / 2);
    if (sum(wanted.map((want) => Math.min(want, middle))) <= pool) below = middle;
    else above = middle;
  }
  const levelled = wanted.map((want) => Math.min(want, below));
  let over = pool - sum(levelled);
  return levelled.map((shares, place) => (over > 0 && (wanted[place] ?? 0) > shares && over-- ? shares + 1 : shares));
};

const firstCome: Share = (pool, wanted) => {
  let left = pool;
  return wanted.map((want) => {
    const shares = Math.min(want, left);
    left -= shares;
    return shares;
  });
};

const methods: Record<AllocationGiven["method"], Share> = { pro_rata: proRata, level, first_come: firstCome };

const byPlace = (one: Wish, other: Wish): number => compare(one.placedAt, other.placedAt) || compare(one.id, other.id);
const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

const inOrderOf = (wishes: readonly Wish[], lines: ReadonlyMap<string, AllocationLine>): AllocationLine[] =>
  wishes.map(({ id }) => lines.get(id) ?? { id, base: 0, priority: 0, rest: 0, shares: 0, isWaiting: true });

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

function assertWhole(value: number): void {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`${value} is not a whole number of 0 or more.`);
}
