import type { AllocationMethod } from "#shared/deals/deal-messages.ts";
import { type Kind, latestShort, type Run, shareOutAlike, takeOutOf } from "./alike-wishes.ts";
import { at, type Round, shareOut } from "./share-out.ts";
import { takeOutSurelyShort } from "./surely-short.ts";

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
      ...{ left: capacity - places * base, wanted: none(), wantedByBand: none(), needed: none() },
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

  /** Whether some wait for a place: there is no minimum for everybody. */
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
