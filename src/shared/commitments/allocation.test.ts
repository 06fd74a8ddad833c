import { array, assert, boolean, constantFrom, integer, oneof, property, record } from "fast-check";
import { describe, expect, it } from "vitest";
import { allocationMethods } from "#shared/deals/deal-messages.ts";
import { tries } from "#tests/support/tries.ts";
import { type AllocationGiven, allocate, type Wish } from "./allocation.ts";

/** Member, what is asked for, when (by the minute), and whether in the priority band. */
const asked: [id: string, shares: number, placed: number, isPriority: boolean][] = [
  ["M01", 16_129, 1, true],
  ["M02", 12_096, 2, true],
  ["M03", 9_677, 3, true],
  ["M04", 8_064, 12, false],
  ["M05", 14_516, 4, false],
  ["M06", 11_290, 5, false],
  ["M08", 7_258, 7, false],
  ["M09", 6_451, 8, false],
  ["M10", 9_677, 9, false],
  ["M11", 404, 10, false],
  ["M12", 4_838, 11, false],
];
const minute = (place: number) => `2027-01-11T10:${String(place).padStart(2, "0")}:00.000Z`;
const wishOf = (id: string, shares: number, placed: number, isPriority = false, least = 0): Wish => ({
  id,
  shares,
  isPriority,
  placedAt: minute(placed),
  least,
});
const round: AllocationGiven = {
  capacity: 80_645,
  minimumShares: 404,
  prioritySharePercent: 40,
  method: "pro_rata",
  wishes: asked.map(([id, shares, placed, isPriority]) => wishOf(id, shares, placed, isPriority, 404)),
};
const sharesOf = (given: AllocationGiven) => Object.fromEntries(allocate(given).map(({ id, shares }) => [id, shares]));
const small = (method: AllocationGiven["method"], isPriority = false): AllocationGiven => ({
  capacity: 1000,
  minimumShares: 100,
  prioritySharePercent: 50,
  method,
  wishes: [wishOf("A", 600, 1, isPriority), wishOf("B", 500, 2), wishOf("C", 100, 3)],
});

describe("A round that is asked for 1.24 times", () => {
  it("Everybody gets the minimum, then the priority band its share, then everybody the rest, pro rata", () => {
    expect(allocate(round).map(({ id, base, priority, rest, shares }) => [id, base, priority, rest, shares])).toEqual([
      ["M01", 404, 13_063, 1_859, 15_326],
      ["M02", 404, 9_713, 1_382, 11_499],
      ["M03", 404, 7_704, 1_096, 9_204],
      ["M04", 404, 0, 5_349, 5_753],
      ["M05", 404, 0, 9_854, 10_258],
      ["M06", 404, 0, 7_602, 8_006],
      ["M08", 404, 0, 4_786, 5_190],
      ["M09", 404, 0, 4_222, 4_626],
      ["M10", 404, 0, 6_475, 6_879],
      ["M11", 404, 0, 0, 404],
      ["M12", 404, 0, 3_096, 3_500],
    ]);
  });

  it("Nobody comes before another where there is no priority share", () => {
    expect(sharesOf({ ...round, prioritySharePercent: 0 })).toEqual({
      M01: 12_891,
      M02: 9_689,
      M03: 7_768,
      M04: 6_487,
      M05: 11_611,
      M06: 9_049,
      M08: 5_847,
      M09: 5_206,
      M10: 7_768,
      M11: 404,
      M12: 3_925,
    });
  });

  it("Allocation by levels gives everybody the same number, and who came first the remainder", () => {
    expect(sharesOf({ ...round, prioritySharePercent: 0, method: "level" })).toEqual({
      M01: 8_939,
      M02: 8_939,
      M03: 8_938,
      M05: 8_938,
      M06: 8_938,
      M10: 8_938,
      M04: 8_064,
      M08: 7_258,
      M09: 6_451,
      M12: 4_838,
      M11: 404,
    });
  });
});

describe("A small round", () => {
  it.each([
    ["pro_rata", { A: 489, B: 411, C: 100 }],
    ["first_come", { A: 600, B: 300, C: 100 }],
    ["level", { A: 450, B: 450, C: 100 }],
  ] as const)("A small round is shared out by %s", (method, shares) => {
    expect(sharesOf(small(method))).toEqual(shares);
  });

  it("A priority band of one gets half of what is left", () => {
    expect(sharesOf(small("pro_rata", true))).toEqual({ A: 545, B: 355, C: 100 });
  });

  it("The latest of those who get less than they accept goes on the waiting list, and allocation starts again", () => {
    const wishes = [wishOf("A", 600, 1, false, 500), wishOf("B", 500, 2, false, 450), wishOf("C", 100, 3)];
    const lines = allocate({ ...small("pro_rata"), wishes });
    expect(lines.map(({ shares, isWaiting }) => [shares, isWaiting])).toEqual([
      [600, false],
      [0, true],
      [100, false],
    ]);
  });

  it("Too few minimums go to those who came first, and a freed place goes to the next", () => {
    const wishes = [wishOf("C", 100, 3), wishOf("A", 100, 1), wishOf("B", 150, 2, false, 150)];
    const given = { ...small("pro_rata"), capacity: 200, wishes };
    expect(sharesOf(given)).toEqual({ A: 100, B: 0, C: 100 });
  });

  it("First come fills up those who come after the members of the band whom rounding favours", () => {
    const ofBand = (from: number) =>
      Array.from({ length: 20 }, (_, index) => wishOf(`P${from + index}`, 1, from + index, true));
    const wishes = [...ofBand(0), wishOf("A", 20, 20, false, 20), ...ofBand(21)];
    const given: AllocationGiven = {
      capacity: 40,
      minimumShares: 0,
      prioritySharePercent: 50,
      method: "first_come",
      wishes,
    };
    expect(allocate(given)[20]).toEqual({ id: "A", base: 0, priority: 0, rest: 20, shares: 20, isWaiting: false });
    expect(allocate(given).map(({ shares }) => shares)).toEqual([...Array(20).fill(1), 20, ...Array(20).fill(0)]);
  });

  it("allocate refuses a wish that is not whole shares, is below the minimum, or is below its own least", () => {
    for (const wish of [wishOf("A", 99, 1), wishOf("A", 100.5, 1), wishOf("A", 200, 1, false, 201), wishOf("A", -1, 1)])
      expect(() => allocate({ ...small("level"), wishes: [wish] })).toThrow(RangeError);
  });
});

describe("Any round", () => {
  const rounds = record({
    capacity: integer({ min: 0, max: 5_000 }),
    minimumShares: integer({ min: 0, max: 60 }),
    prioritySharePercent: integer({ min: 0, max: 100 }),
    method: constantFrom(...allocationMethods),
    wanted: array(
      record({
        more: integer({ min: 0, max: 800 }),
        leastMore: integer({ min: 0, max: 800 }),
        placed: integer({ min: 0, max: 5 }),
        isPriority: boolean(),
        seed: integer(),
      }),
      { maxLength: 40 },
    ),
  });
  const toGiven = ({
    wanted,
    ...given
  }: typeof rounds extends { generate: (...args: never[]) => { value: infer Value } } ? Value : never) => ({
    ...given,
    wishes: wanted.map(({ more, leastMore, placed, isPriority }, index) =>
      wishOf(
        String(index),
        given.minimumShares + more,
        placed,
        isPriority,
        given.minimumShares + Math.min(more, leastMore),
      ),
    ),
  });

  it("No member gets more than they asked for or less than they accept, and all that can be given is", () => {
    assert(
      property(rounds, (drawn) => {
        const given = toGiven(drawn);
        const lines = allocate(given);
        const total = lines.reduce((sum, { shares }) => sum + shares, 0);
        const taken = given.wishes.filter((_, index) => !lines[index]?.isWaiting);
        expect(total).toBe(
          Math.min(
            given.capacity,
            taken.reduce((sum, { shares }) => sum + shares, 0),
          ),
        );
        for (const [index, { shares, isWaiting }] of lines.entries()) {
          const wish = given.wishes[index];
          expect(shares).toBeLessThanOrEqual(wish?.shares ?? 0);
          expect(shares).toBeGreaterThanOrEqual(isWaiting ? 0 : (wish?.least ?? 0));
          if (isWaiting) expect(shares).toBe(0);
        }
      }),
      { numRuns: tries(3000) },
    );
  });

  it("An allocation is the same in whatever order the wishes come", () => {
    assert(
      property(rounds, (drawn) => {
        const given = toGiven(drawn);
        const order = drawn.wanted.map(({ seed }, index) => [seed, index] as const).toSorted(([a], [b]) => a - b);
        const shuffled = order.flatMap(([, index]) => given.wishes[index] ?? []);
        expect(sharesOf({ ...given, wishes: shuffled })).toEqual(sharesOf(given));
      }),
      { numRuns: tries(1000) },
    );
  });

  it("An allocation is what the published rule gives, taken word by word", () => {
    assert(
      property(tightRounds, (given) => {
        expect(allocate(given)).toEqual(allocatePlainly(given));
      }),
      { numRuns: tries(4000) },
    );
  });

  it("An allocation is what the published rule gives where each member's least is close to what they get", () => {
    assert(
      property(tightRounds, array(integer({ min: -2, max: 3 }), { minLength: 30, maxLength: 30 }), (given, offsets) => {
        const got = allocatePlainly(given);
        const wishes = given.wishes.map((wish, index) => {
          const least = (got[index]?.shares ?? 0) + (offsets[index] ?? 0);
          return { ...wish, least: Math.max(0, Math.min(wish.shares, least)) };
        });
        expect(allocate({ ...given, wishes })).toEqual(allocatePlainly({ ...given, wishes }));
      }),
      { numRuns: tries(3000) },
    );
  });

  it("A round gives out all there is, or all that is wanted, with nobody waiting, where nobody needs a least", () => {
    assert(
      property(tightRounds, ({ wishes: drawn, ...given }) => {
        const wishes = drawn.map((wish) => ({ ...wish, least: given.minimumShares }));
        const capacity = Math.max(given.capacity, wishes.length * given.minimumShares);
        const lines = allocate({ ...given, capacity, wishes });
        const wanted = wishes.reduce((sum, { shares }) => sum + shares, 0);
        expect(lines.reduce((sum, { shares }) => sum + shares, 0)).toBe(Math.min(capacity, wanted));
        for (const [index, { base, shares, isWaiting }] of lines.entries()) {
          expect({ base, isWaiting }).toEqual({ base: given.minimumShares, isWaiting: false });
          expect(shares).toBeGreaterThanOrEqual(given.minimumShares);
          expect(shares).toBeLessThanOrEqual(wishes[index]?.shares ?? 0);
        }
      }),
      { numRuns: tries(2000) },
    );
  });
});

describe("A large round", () => {
  const wishesOf = (
    count: number,
    shares: (index: number) => number,
    least: (shares: number, index: number) => number,
  ) =>
    Array.from({ length: count }, (_, index) => {
      const wanted = shares(index);
      const placedAt = new Date(Date.UTC(2027, 0, 11) + ((index * 7919) % count) * 1000).toISOString();
      return { id: `M${index}`, shares: wanted, least: least(wanted, index), placedAt, isPriority: index % 3 === 0 };
    });

  it.each(allocationMethods)(
    "An allocation by %s is what the published rule gives, with hundreds on the waiting list",
    (method) => {
      for (const prioritySharePercent of [0, 40]) {
        const wishes = wishesOf(
          400,
          (index) => 404 + ((index * 48_271) % 15_600),
          (shares, index) => (index % 2 === 0 ? shares : 404),
        );
        const given = { capacity: 1_100_000, minimumShares: 404, prioritySharePercent, method, wishes };
        const lines = allocate(given);
        expect(lines).toEqual(allocatePlainly(given));
        expect(lines.filter(({ isWaiting }) => isWaiting).length).toBeGreaterThan(100);
      }
    },
  );

  it.each(allocationMethods)(
    "An allocation by %s is what the published rule gives, where few shares are wanted and many want the same",
    (method) => {
      for (const [capacity, minimumShares] of [
        [400, 0],
        [700, 1],
        [300, 2],
      ] as const) {
        const wishes = wishesOf(
          400,
          (index) => minimumShares + 1 + (index % 5),
          (shares, index) => (index % 7 === 0 ? minimumShares : shares),
        );
        const given = { capacity, minimumShares, prioritySharePercent: 40, method, wishes };
        const lines = allocate(given);
        expect(lines).toEqual(allocatePlainly(given));
        expect(lines.filter(({ isWaiting }) => isWaiting).length).toBeGreaterThan(50);
      }
    },
  );

  it.each(allocationMethods)("An allocation by %s is exact where products exceed what a number holds", (method) => {
    const wishes = wishesOf(
      60,
      (index) => 1_000_000 + ((index * 48_271) % 65_537) * 1_000_003,
      (shares, index) => (index % 2 === 0 ? Math.ceil(shares / 2) : 1_000_000),
    );
    const given = { capacity: 700_000_000_001, minimumShares: 1_000_000, prioritySharePercent: 37, method, wishes };
    expect(allocate(given)).toEqual(allocatePlainly(given));
  });

  it("allocate refuses wishes that are together more than whole numbers can hold", () => {
    const wishes = wishesOf(
      2,
      () => Number.MAX_SAFE_INTEGER,
      () => 0,
    );
    expect(() => allocate({ ...small("level"), wishes })).toThrow(RangeError);
  });
});

/** Where rounding decides much: equal wishes, few shares, each kind of least, all times over that a round is asked for. */
const tightRounds = record({
  perMille: integer({ min: 0, max: 1200 }),
  minimumShares: oneof(constantFrom(0, 1), integer({ min: 0, max: 30 })),
  prioritySharePercent: oneof(constantFrom(0, 40, 100), integer({ min: 0, max: 100 })),
  method: constantFrom(...allocationMethods),
  most: constantFrom(1, 3, 10, 100, 1000, 3_000_000_000),
  leasts: constantFrom("all", "half", "one", "any", "mixed"),
  drawn: array(
    record({
      part: integer({ min: 0, max: 1000 }),
      leastPart: integer({ min: 0, max: 1000 }),
      placed: integer({ min: 0, max: 9 }),
      isPriority: boolean(),
    }),
    { maxLength: 30 },
  ),
}).map(({ drawn, perMille, most, leasts, ...given }): AllocationGiven => {
  const wishes = drawn.map(({ part, leastPart, placed, isPriority }, index) => {
    const more = Math.floor((part * most) / 1000);
    const some = Math.floor((more * leastPart) / 1000);
    const least = {
      all: more,
      half: Math.ceil(more / 2),
      one: Math.min(1, more),
      any: some,
      mixed: (index % 2) * more,
    };
    return wishOf(String(index), given.minimumShares + more, placed, isPriority, given.minimumShares + least[leasts]);
  });
  const wanted = wishes.reduce((sum, { shares }) => sum + shares, 0);
  return { ...given, capacity: Math.floor((wanted * perMille) / 1000), wishes };
});

/** The published rule without any shortcut, in integers of any size. */
function allocatePlainly({ wishes, capacity, minimumShares, prioritySharePercent, method }: AllocationGiven) {
  const base = BigInt(minimumShares);
  const total = (values: bigint[]) => values.reduce((sum, value) => sum + value, 0n);
  const least = (one: bigint, other: bigint) => (one < other ? one : other);
  const proRata = (pool: bigint, wanted: bigint[]) => {
    const all = total(wanted);
    if (all <= pool) return wanted;
    const shares = wanted.map((want) => (pool * want) / all);
    const byFraction = wanted
      .map((want, place) => ({ place, fraction: (pool * want) % all }))
      .toSorted((a, b) => (a.fraction === b.fraction ? a.place - b.place : a.fraction > b.fraction ? -1 : 1));
    const topped = byFraction.slice(0, Number(pool - total(shares))).map(({ place }) => place);
    return shares.map((share, place) => (topped.includes(place) ? share + 1n : share));
  };
  const firstCome = (pool: bigint, wanted: bigint[]) =>
    wanted.map((want, place) => {
      const left = pool - total(wanted.slice(0, place));
      return left > 0n ? least(want, left) : 0n;
    });
  const level = (pool: bigint, wanted: bigint[]) => {
    let [fits, exceeds] = [0n, total(wanted) + 1n];
    if (exceeds <= pool + 1n) return wanted;
    const upTo = (height: bigint) => wanted.map((want) => least(want, height));
    while (exceeds - fits > 1n) {
      const height = (fits + exceeds) / 2n;
      if (total(upTo(height)) <= pool) fits = height;
      else exceeds = height;
    }
    const ones = firstCome(
      pool - total(upTo(fits)),
      wanted.map((want) => (want > fits ? 1n : 0n)),
    );
    return upTo(fits).map((share, place) => share + (ones[place] ?? 0n));
  };

  let inRound = wishes.toSorted((a, b) => (a.placedAt + a.id < b.placedAt + b.id ? -1 : 1));
  for (;;) {
    const taken = minimumShares === 0 ? inRound : inRound.slice(0, Math.floor(capacity / minimumShares));
    const left = BigInt(capacity) - base * BigInt(taken.length);
    const wanted = taken.map(({ shares }) => BigInt(shares) - base);
    const priority = proRata(
      (left * BigInt(prioritySharePercent)) / 100n,
      wanted.map((want, place) => (taken[place]?.isPriority ? want : 0n)),
    );
    const rest = { pro_rata: proRata, level, first_come: firstCome }[method](
      left - total(priority),
      wanted.map((want, place) => want - (priority[place] ?? 0n)),
    );
    const lines = taken.map(({ id }, place) => {
      const parts = { base: minimumShares, priority: Number(priority[place]), rest: Number(rest[place]) };
      return { id, ...parts, shares: parts.base + parts.priority + parts.rest, isWaiting: false };
    });
    const short = taken.findLast((wish, place) => (lines[place]?.shares ?? 0) < wish.least);
    if (!short) {
      const waiting = { base: 0, priority: 0, rest: 0, shares: 0, isWaiting: true };
      return wishes.map(({ id }) => lines.find((line) => line.id === id) ?? { id, ...waiting });
    }
    inRound = inRound.filter((wish) => wish !== short);
  }
}
