import { array, assert, boolean, constantFrom, integer, property, record } from "fast-check";
import { describe, expect, it } from "vitest";
import { type AllocationGiven, allocate, type Wish } from "./allocation.ts";
import { allocationMethods } from "./deal-messages.ts";

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
  ...{ id, shares, isPriority, placedAt: minute(placed) },
  least,
});
const round: AllocationGiven = {
  ...{ capacity: 80_645, minimumShares: 404, prioritySharePercent: 40, method: "pro_rata" },
  wishes: asked.map(([id, shares, placed, isPriority]) => wishOf(id, shares, placed, isPriority, 404)),
};
const sharesOf = (given: AllocationGiven) => Object.fromEntries(allocate(given).map(({ id, shares }) => [id, shares]));
const small = (method: AllocationGiven["method"], isPriority = false): AllocationGiven => ({
  ...{ capacity: 1000, minimumShares: 100, prioritySharePercent: 50, method },
  wishes: [wishOf("A", 600, 1, isPriority), wishOf("B", 500, 2), wishOf("C", 100, 3)],
});

describe("A round that is asked for 1.24 times", () => {
  it("gives each the minimum, then the priority band its share, then everybody the rest, pro rata", () => {
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

  it("knows nobody before another without a priority share", () => {
    expect(sharesOf({ ...round, prioritySharePercent: 0 })).toEqual({
      ...{ M01: 12_891, M02: 9_689, M03: 7_768, M04: 6_487, M05: 11_611, M06: 9_049, M08: 5_847, M09: 5_206 },
      ...{ M10: 7_768, M11: 404, M12: 3_925 },
    });
  });

  it("gives everybody the same number by levels, and what is over to whoever came first", () => {
    expect(sharesOf({ ...round, prioritySharePercent: 0, method: "level" })).toEqual({
      ...{ M01: 8_939, M02: 8_939, M03: 8_938, M05: 8_938, M06: 8_938, M10: 8_938 },
      ...{ M04: 8_064, M08: 7_258, M09: 6_451, M12: 4_838, M11: 404 },
    });
  });
});

describe("A small round", () => {
  it.each([
    ["pro_rata", { A: 489, B: 411, C: 100 }],
    ["first_come", { A: 600, B: 300, C: 100 }],
    ["level", { A: 450, B: 450, C: 100 }],
  ] as const)("is shared out by %s", (method, shares) => {
    expect(sharesOf(small(method))).toEqual(shares);
  });

  it("gives half of what is left to a band of one", () => {
    expect(sharesOf(small("pro_rata", true))).toEqual({ A: 545, B: 355, C: 100 });
  });

  it("puts the latest of those who get less than they accept on the waiting list, and starts again", () => {
    const wishes = [wishOf("A", 600, 1, false, 500), wishOf("B", 500, 2, false, 450), wishOf("C", 100, 3)];
    const lines = allocate({ ...small("pro_rata"), wishes });
    expect(lines.map(({ shares, isWaiting }) => [shares, isWaiting])).toEqual([
      [600, false],
      [0, true],
      [100, false],
    ]);
  });

  it("gives the minimum to whoever came first where there is not one for everybody, and a freed place to the next", () => {
    const wishes = [wishOf("C", 100, 3), wishOf("A", 100, 1), wishOf("B", 150, 2, false, 150)];
    const given = { ...small("pro_rata"), capacity: 200, wishes };
    expect(sharesOf(given)).toEqual({ A: 100, B: 0, C: 100 });
  });

  it("refuses what is not whole shares, and a wish below the minimum or its least", () => {
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

  it("gives nobody more than they asked for or less than they accept, and all that it can", () => {
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
      { numRuns: 3000 },
    );
  });

  it("is the same in whatever order the wishes come", () => {
    assert(
      property(rounds, (drawn) => {
        const given = toGiven(drawn);
        const order = drawn.wanted.map(({ seed }, index) => [seed, index] as const).toSorted(([a], [b]) => a - b);
        const shuffled = order.flatMap(([, index]) => given.wishes[index] ?? []);
        expect(sharesOf({ ...given, wishes: shuffled })).toEqual(sharesOf(given));
      }),
      { numRuns: 1000 },
    );
  });
});
