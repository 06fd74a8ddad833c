import type { AllocationMethod } from "#shared/deals/deal-messages.ts";
import { at, divideProduct, type Round, shareOut, sharesForBand, sum } from "./share-out.ts";

/** Members whose wishes are alike: the same above their minimum, the same least, and in one band. */
interface Kind {
  wanted: number;
  needed: number;
  isPriority: boolean;
  /** Of those in the round, in the order in which they were placed. */
  places: number[];
}

/** Members of one kind, from one place to another, who get the same. */
interface Run {
  kind: Kind;
  /** The places are the kind's; `to` is not included. */
  from: number;
  to: number;
  priority: number;
  rest: number;
}

/** First come is left out: nobody's part depends on a fraction of the rest there. */
type SharedMethod = Exclude<AllocationMethod, "first_come">;

interface Given {
  /** Shares that are left after everybody's minimum. */
  left: number;
  prioritySharePercent: number;
  method: SharedMethod;
}

/** What `shareOut` gives, worked out for each kind of wish in place of each member. */
function shareOutAlike(kinds: Iterable<Kind>, { left, prioritySharePercent, method }: Given): Run[] {
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
function latestShort(runs: readonly Run[]): { place: number; kind: Kind | undefined } {
  let latest: { place: number; kind: Kind | undefined } = { place: -1, kind: undefined };
  for (const { kind, to, priority, rest } of runs) {
    const place = kind.places[to - 1] ?? -1;
    if (priority + rest < kind.needed && place > latest.place) latest = { place, kind };
  }
  return latest;
}

/** Takes a member out of the places of their kind. */
const takeOutOf = ({ places }: Kind, place: number): void => {
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
  method: AllocationMethod;
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
 * their wish is filled) or `first_come`. Without a minimum for everybody, it goes to those who came first. Anyone who
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
  if (!Number.isSafeInteger(wishes.reduce((total, { shares }) => total + shares, 0)))
    throw new RangeError("The wishes together are too many shares.");
  const inOrder = wishes.toSorted(byPlace);
  const lines = new Map((allocateAlike(inOrder, given) ?? allocateEach(inOrder, given)).map((line) => [line.id, line]));
  return wishes.map(({ id }) => lines.get(id) ?? { id, base: 0, priority: 0, rest: 0, shares: 0, isWaiting: true });
}

type Terms = Omit<AllocationGiven, "wishes">;

/** @param wishes in the order in which they were placed. @returns a line for each that is in the round. */
function allocateEach(wishes: readonly Wish[], given: Terms): AllocationLine[] {
  const queue = new Queue(wishes, given);
  while (takeOutLatestShort(queue));
  return queue.lines();
}

const alikeAtLeast = 8;

/** The rule word by word, by the kinds of wishes. @returns undefined where there are too many of them, and by first come. */
function allocateAlike(wishes: readonly Wish[], { capacity, minimumShares: base, method, ...given }: Terms) {
  if (method === "first_come") return undefined;
  const kinds = new Map<string, Kind>();
  const kindOf: Kind[] = [];
  for (const { shares, least, isPriority } of wishes) {
    const [wanted, needed] = [shares - base, Math.max(0, least - base)];
    const key = `${wanted} ${needed} ${isPriority}`;
    const kind = kinds.get(key) ?? { wanted, needed, isPriority, places: [] };
    kinds.set(key, kind);
    kindOf.push(kind);
    if (kinds.size * alikeAtLeast > wishes.length) return undefined;
  }
  let next = base === 0 ? wishes.length : Math.min(wishes.length, Math.floor(capacity / base));
  let left = capacity - next * base;
  for (let place = 0; place < next; place++) kindOf[place]?.places.push(place);
  for (;;) {
    const runs = shareOutAlike(kinds.values(), { left, method, ...given });
    const { place, kind } = latestShort(runs);
    if (!kind) return runs.flatMap((run) => linesOf(run, wishes, base));
    takeOutOf(kind, place);
    if (next < wishes.length) kindOf[next]?.places.push(next++);
    else left += base;
  }
}

const linesOf = ({ kind, from, to, priority, rest }: Run, wishes: readonly Wish[], base: number) =>
  kind.places.slice(from, to).flatMap((place): AllocationLine[] => {
    const id = wishes[place]?.id;
    return id === undefined ? [] : [{ id, base, priority, rest, shares: base + priority + rest, isWaiting: false }];
  });

/** @returns whether somebody was short, and is out. */
function takeOutLatestShort(queue: Queue): boolean {
  const { round } = queue;
  const takeOut = (place: number) => queue.takeOut(place);
  if (queue.isFull) {
    // The wish that enters is the latest. Nobody can get more than all that is left.
    const short = round.needed.findLastIndex((needed) => needed > 0);
    if (short === -1) return false;
    if (at(round.needed, short) > round.left) {
      takeOut(short);
      return true;
    }
  } else if (!takeOutSurelyShort(round, takeOut)) return false;
  const { priority, rest } = shareOut(round);
  for (let place = rest.length - 1; place >= 0; place--) {
    if (at(priority, place) + at(rest, place) >= at(round.needed, place)) continue;
    takeOut(place);
    return true;
  }
  return false;
}

/** The wishes in the order in which they were placed: in the round, or waiting for a place, or out. */
class Queue {
  readonly round: Round;
  readonly #wishes: readonly Wish[];
  readonly #base: number;
  readonly #isIn: boolean[];
  #next: number;

  constructor(wishes: readonly Wish[], { capacity, minimumShares: base, ...given }: Omit<AllocationGiven, "wishes">) {
    const places = base === 0 ? wishes.length : Math.min(wishes.length, Math.floor(capacity / base));
    const none = () => new Float64Array(wishes.length);
    this.round = {
      left: capacity - places * base,
      wanted: none(),
      wantedByBand: none(),
      needed: none(),
      ascending: Uint32Array.from(wishes.keys()).sort(
        (one, other) => (wishes[one]?.shares ?? 0) - (wishes[other]?.shares ?? 0),
      ),
      ...given,
    };
    this.#wishes = wishes;
    this.#base = base;
    this.#isIn = wishes.map(() => false);
    for (this.#next = 0; this.#next < places; ) this.#enter();
  }

  /** It is true where some wait for a place: there is no minimum for everybody. */
  get isFull(): boolean {
    return this.#next < this.#wishes.length;
  }

  takeOut(place: number): void {
    const { round } = this;
    this.#isIn[place] = false;
    round.wanted[place] = round.wantedByBand[place] = round.needed[place] = 0;
    if (this.isFull) this.#enter();
    else round.left += this.#base;
  }

  lines(): AllocationLine[] {
    const { priority, rest } = shareOut(this.round);
    return this.#wishes.flatMap(({ id }, place) => {
      if (!this.#isIn[place]) return [];
      const parts = { base: this.#base, priority: at(priority, place), rest: at(rest, place) };
      return { id, ...parts, shares: parts.base + parts.priority + parts.rest, isWaiting: false };
    });
  }

  #enter(): void {
    const { round } = this;
    const place = this.#next++;
    const { shares = 0, least = 0, isPriority } = this.#wishes[place] ?? {};
    this.#isIn[place] = true;
    round.wanted[place] = shares - this.#base;
    if (isPriority) round.wantedByBand[place] = shares - this.#base;
    round.needed[place] = Math.max(0, least - this.#base);
  }
}

const byPlace = (one: Wish, other: Wish): number => compare(one.placedAt, other.placedAt) || compare(one.id, other.id);
const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

function assertWhole(value: number): void {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`${value} is not a whole number of 0 or more.`);
}

/**
 * Takes out of the round, from the latest on, everybody who is short of their least however fractions are rounded, one
 * after the other as the plain rule does, without a new share-out for each. Ends at the first who may be short or not.
 *
 * Shares in real numbers are known from totals alone, and the whole shares are less than this far from them:
 * - priority band: 1, as largest remainders round up or down;
 * - the rest pro rata: 1, and more by what the first is less;
 * - level: 2. A level 1 above the real one would give everybody more than in real numbers, even with the priority part
 *   rounded down, and a level 2 below, with the 1 that may be over, less, even with it rounded up; both give out the same.
 * - first come: what rounding gave to the band members placed earlier, which is what it took from the later ones.
 *
 * With each that is taken out nobody's real share falls: what the band gets of its wishes, what is left for the rest, and
 * what is still wanted of it go one way. So a wish that is surely not short stays so, and is not checked again.
 * @returns whether there is one who may be short or not.
 */
function takeOutSurelyShort(round: Round, takeOut: (place: number) => void): boolean {
  const { wanted, wantedByBand, needed, method, prioritySharePercent } = round;
  const totals = { wanted: sum(wanted), wantedByBand: sum(wantedByBand) };
  // Placed earlier than the one that is looked at, and members of the band from that one on.
  const earlier = { ...totals };
  let bandFromHere = 0;
  /** The slack allows for the rounding of floating-point numbers. */
  const slack = totals.wanted / 2 ** 32;
  const levels = method === "level" ? new Levels(round) : undefined;
  for (let place = wanted.length - 1; place >= 0; place--) {
    const want = at(wanted, place);
    const inBand = at(wantedByBand, place);
    earlier.wanted -= want;
    earlier.wantedByBand -= inBand;
    if (inBand > 0) bandFromHere++;
    if (at(needed, place) <= 0) continue;

    const forBand = Math.min(sharesForBand(round), totals.wantedByBand);
    const pool = round.left - forBand;
    const unfilled = totals.wanted - forBand;
    if (unfilled <= pool) return false;
    const bandRatio = totals.wantedByBand > 0 ? forBand / totals.wantedByBand : 0;
    const isRounded = prioritySharePercent > 0 && bandRatio < 1;
    const priority = bandRatio * inBand;
    const priorityError = isRounded && inBand > 0 ? 1 : 0;
    const [rest, restError] =
      method === "pro_rata"
        ? [(pool / unfilled) * (want - priority), 1]
        : levels
          ? [levels.find(round.left, bandRatio), 2]
          : [pool - earlier.wanted + bandRatio * earlier.wantedByBand, isRounded ? bandFromHere : 0];
    const least = priority - priorityError + Math.max(0, rest - restError - slack);
    const most = priority + priorityError + Math.max(0, rest + restError + slack);
    if (least >= at(needed, place)) continue;
    if (!(most < at(needed, place))) return true;
    levels?.takeOut(place);
    takeOut(place);
    totals.wanted -= want;
    totals.wantedByBand -= inBand;
    if (inBand > 0) bandFromHere--;
  }
  return false;
}

/** The real number up to which everybody is filled, while members leave and it rises. */
class Levels {
  readonly #round: Round;
  readonly #band: Unfilled;
  readonly #others: Unfilled;
  #filled = 0;

  constructor(round: Round) {
    const { wanted, wantedByBand, ascending } = round;
    this.#round = round;
    this.#band = new Unfilled(wantedByBand.slice(), ascending);
    this.#others = new Unfilled(
      wanted.map((want, place) => want - at(wantedByBand, place)),
      ascending,
    );
  }

  /** NaN where rounding hides that somebody is not filled. */
  find(left: number, bandRatio: number): number {
    for (;;) {
      const count = this.#band.count + this.#others.count;
      if (count === 0) return Number.NaN;
      const level = (left - this.#filled - bandRatio * this.#band.total) / count;
      const filled = this.#band.fill(level / (1 - bandRatio)) + this.#others.fill(level);
      if (filled === 0) return level;
      this.#filled += filled;
    }
  }

  takeOut(place: number): void {
    if (!this.#band.takeOut(place) && !this.#others.takeOut(place)) this.#filled -= at(this.#round.wanted, place);
  }
}

/** Those who are not filled yet, the smallest wish first. */
class Unfilled {
  total = 0;
  count = 0;
  readonly #wanted: Float64Array;
  readonly #ascending: Uint32Array;
  #next = 0;

  constructor(wanted: Float64Array, ascending: Uint32Array) {
    this.#wanted = wanted;
    this.#ascending = ascending;
    this.total = sum(wanted);
    for (let place = 0; place < wanted.length; place++) if (at(wanted, place) > 0) this.count++;
  }

  /** @returns the sum of the wishes that are filled by it. */
  fill(level: number): number {
    const before = this.total;
    for (; this.#next < this.#ascending.length; this.#next++) {
      const place = this.#ascending[this.#next] ?? 0;
      if (at(this.#wanted, place) > level) break;
      this.takeOut(place);
    }
    return before - this.total;
  }

  /** @returns false for a wish that is filled or out already. */
  takeOut(place: number): boolean {
    const want = at(this.#wanted, place);
    if (want === 0) return false;
    this.#wanted[place] = 0;
    this.total -= want;
    this.count--;
    return true;
  }
}
