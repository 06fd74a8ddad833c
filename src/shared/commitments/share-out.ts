import type { AllocationMethod } from "#shared/deals/deal-messages.ts";

/** A line for each wish in the order in which they were placed; a member out of the round wants 0. */
export interface Round {
  /** Shares that are left after everybody's minimum, and what is wanted and needed above it. */
  left: number;
  wanted: Float64Array;
  needed: Float64Array;
  /** The priority band wants so many; 0 for everybody else. */
  wantedByBand: Float64Array;
  /** The lines from the smallest wish on. */
  ascending: Uint32Array;
  prioritySharePercent: number;
  method: AllocationMethod;
}

interface Parts {
  priority: Float64Array;
  rest: Float64Array;
}

/** The priority band gets its percentage pro rata, and everybody the rest by the method. */
export function shareOut(round: Round): Parts {
  const { left, wanted, wantedByBand, method } = round;
  const priority = proRata(sharesForBand(round), wantedByBand);
  const unfilled = wanted.slice();
  for (let place = 0; place < unfilled.length; place++) unfilled[place] = at(wanted, place) - at(priority, place);
  return { priority, rest: methods[method](left - sum(priority), unfilled) };
}

export const sharesForBand = ({ left, prioritySharePercent }: Pick<Round, "left" | "prioritySharePercent">): number =>
  divideProduct(left, prioritySharePercent, 100)[0];

/** @param wanted of each, in the order in which they were placed. @returns what each gets. */
type Share = (pool: number, wanted: Float64Array) => Float64Array;

/** In proportion; what is left goes one each to the largest fractions, and of equal ones to those that came first. */
const proRata: Share = (pool, wanted) => {
  const total = sum(wanted);
  if (total <= pool) return wanted.slice();
  const shares = new Float64Array(wanted.length);
  if (pool === 0) return shares;
  // Of those who want any, in their order.
  const fractions = new Float64Array(wanted.length);
  const places = new Uint32Array(wanted.length);
  let [count, missing] = [0, pool];
  for (let place = 0; place < wanted.length; place++) {
    const want = at(wanted, place);
    if (want === 0) continue;
    const product = pool * want;
    let whole = Math.floor(product / total);
    let fraction = product - whole * total;
    if (product > Number.MAX_SAFE_INTEGER) [whole, fraction] = divideProduct(pool, want, total);
    shares[place] = whole;
    missing -= whole;
    fractions[count] = fraction;
    places[count++] = place;
  }
  if (missing === 0) return shares;
  const smallest = kthLargest(fractions.slice(0, count), missing);
  let ofSmallest = missing;
  for (let index = 0; index < count; index++) if (at(fractions, index) > smallest) ofSmallest--;
  for (let index = 0; index < count; index++) {
    const fraction = at(fractions, index);
    if (fraction < smallest || (fraction === smallest && ofSmallest-- <= 0)) continue;
    const place = places[index] ?? 0;
    shares[place] = at(shares, place) + 1;
  }
  return shares;
};

/** @returns quotient and remainder of a × b by c, exactly. */
export function divideProduct(a: number, b: number, c: number): [quotient: number, remainder: number] {
  const product = a * b;
  if (product <= Number.MAX_SAFE_INTEGER) return [Math.floor(product / c), product % c];
  const exact = BigInt(a) * BigInt(b);
  return [Number(exact / BigInt(c)), Number(exact % BigInt(c))];
}

/** Of whole numbers, which it overwrites: narrows the range by guesses, two of three by proportion, until one is left. */
function kthLargest(values: Float64Array, k: number): number {
  let [low, high, size] = [0, 0, values.length];
  for (let index = 0; index < size; index++) high = Math.max(high, at(values, index));
  // How many are low or more, and how many above high.
  let [fromLow, aboveHigh] = [size, 0];
  for (let round = 1; low < high && fromLow > k; round++) {
    const part = round % 3 === 0 ? 0.5 : (fromLow - k) / (fromLow - aboveHigh);
    const guess = Math.min(high, low + Math.max(1, Math.floor(part * (high - low))));
    let [count, next, previous] = [aboveHigh, high, low];
    for (let index = 0; index < size; index++) {
      const value = at(values, index);
      if (value >= guess) {
        count++;
        if (value < next) next = value;
      } else if (value > previous) previous = value;
    }
    if (count >= k) [low, fromLow] = [next, count];
    else [high, aboveHigh] = [previous, count];
    let kept = 0;
    for (let index = 0; index < size; index++) {
      const value = at(values, index);
      if (value >= low && value <= high) values[kept++] = value;
    }
    size = kept;
  }
  return low;
}

/** The same number each; a filled wish leaves the remainder to the others. */
const level: Share = (pool, wanted) => {
  if (sum(wanted) <= pool) return wanted.slice();
  for (let height = 0; ; ) {
    const shares = new Float64Array(wanted.length);
    let unfilled = 0;
    for (let place = 0; place < wanted.length; place++) {
      const want = at(wanted, place);
      shares[place] = Math.min(want, height);
      if (want > height) unfilled++;
    }
    let over = pool - sum(shares);
    if (over >= unfilled) {
      height += Math.floor(over / unfilled);
      continue;
    }
    for (let place = 0; over > 0; place++) {
      if (at(wanted, place) <= height) continue;
      shares[place] = height + 1;
      over--;
    }
    return shares;
  }
};

const firstCome: Share = (pool, wanted) => {
  const shares = new Float64Array(wanted.length);
  for (let place = 0, left = pool; left > 0 && place < shares.length; place++) {
    const given = Math.min(at(wanted, place), left);
    shares[place] = given;
    left -= given;
  }
  return shares;
};

const methods: Record<AllocationMethod, Share> = { pro_rata: proRata, level, first_come: firstCome };

export function sum(values: Float64Array): number {
  let total = 0;
  for (let place = 0; place < values.length; place++) total += at(values, place);
  return total;
}

export const at = (values: Float64Array, place: number): number => values[place] ?? 0;
