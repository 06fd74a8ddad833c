import { at, type Round, sharesForBand, sum } from "./share-out.ts";

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
export function takeOutSurelyShort(round: Round, takeOut: (place: number) => void): boolean {
  const { wanted, wantedByBand, needed, method, prioritySharePercent } = round;
  const totals = { wanted: sum(wanted), wantedByBand: sum(wantedByBand) };
  // Placed earlier than the one that is looked at, and members of the band from that one on.
  const earlier = { ...totals };
  let bandFromHere = 0;
  /** For the rounding of floating-point numbers. */
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
