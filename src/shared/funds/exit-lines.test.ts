import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tries } from "#tests/support/tries.ts";
import { type ExitLine, type ExitLot, exitLines } from "./exit-lines.ts";

const runs = { seed: 19, numRuns: tries(500) };

const lot = (owner: string, issued_on: string, shares: number): ExitLot => ({
  holding_id: `${owner} ${issued_on}`,
  owner_id: owner,
  issued_on,
  shares,
});

/** Eleven members of a first round, two of them with a second lot. */
const alder: [owner: string, first: number, second: number, gross: number, costs: number, paid: number][] = [
  ["M01", 15326, 2016, 10752040, 31090, 10720950],
  ["M02", 11499, 0, 7129380, 20615, 7108765],
  ["M03", 9204, 0, 5706480, 16501, 5689979],
  ["M04", 5753, 0, 3566860, 10314, 3556546],
  ["M05", 10258, 0, 6359960, 18390, 6341570],
  ["M06", 8006, 1008, 5588680, 16160, 5572520],
  ["M08", 5190, 0, 3217800, 9305, 3208495],
  ["M09", 4626, 0, 2868120, 8293, 2859827],
  ["M10", 6879, 0, 4264980, 12333, 4252647],
  ["M11", 404, 0, 250480, 724, 249756],
  ["M12", 3500, 0, 2170000, 6275, 2163725],
];
const alderLots = alder.flatMap(([owner, first, second]) => [
  lot(owner, "2027-02-02", first),
  lot(owner, "2028-03-28", second),
]);

const sumOf = (lines: readonly ExitLine[], field: "shares" | "gross_pence" | "costs_pence") =>
  lines.reduce((sum, line) => sum + line[field], 0);

describe("The lines of an exit", () => {
  it("An exit pays £6.20 a share to eleven members, with the costs by shares", () => {
    const lines = exitLines(alderLots, { price: "6.20", shares: null, costsPence: 150_000 });
    expect(lines).toHaveLength(13);
    for (const [owner, first, second, gross, costs, paid] of alder) {
      const own = lines.filter(({ holding_id }) => holding_id.startsWith(owner));
      const sums = [sumOf(own, "shares"), sumOf(own, "gross_pence"), sumOf(own, "costs_pence")];
      expect([owner, ...sums]).toEqual([owner, first + second, gross, costs]);
      expect(sumOf(own, "gross_pence") - sumOf(own, "costs_pence")).toBe(paid);
      // A price of whole pence is exact for each lot.
      expect(own[0]?.gross_pence).toBe(first * 620);
    }
    expect([sumOf(lines, "shares"), sumOf(lines, "gross_pence"), sumOf(lines, "costs_pence")]).toEqual([
      ...[83_669, 51_874_780, 150_000],
    ]);
  });

  it("An exit rounds what is paid for all once, half up, and splits it by largest remainder", () => {
    const lots = [lot("a", "2027-01-01", 1000), lot("b", "2027-01-01", 777), lot("c", "2027-01-01", 333)];
    const lines = exitLines(lots, { price: "0.8349", shares: null, costsPence: 0 });
    expect(lines.map(({ gross_pence }) => gross_pence)).toEqual([83_490, 64_872, 27_802]);
  });

  it("An exit takes an owner's earliest lot first", () => {
    const lots = [lot("a", "2028-03-28", 50), lot("a", "2027-02-02", 100), lot("b", "2027-02-02", 50)];
    expect(exitLines(lots, { price: "1", shares: 160, costsPence: 0 })).toEqual([
      { holding_id: "a 2027-02-02", shares: 100, gross_pence: 10_000, costs_pence: 0 },
      { holding_id: "a 2028-03-28", shares: 20, gross_pence: 2000, costs_pence: 0 },
      { holding_id: "b 2027-02-02", shares: 40, gross_pence: 4000, costs_pence: 0 },
    ]);
  });

  it("An exit of few shares leaves out an owner who has no share of them", () => {
    const lots = [lot("a", "2027-02-02", 10), lot("b", "2027-02-02", 10), lot("c", "2027-02-02", 10)];
    expect(exitLines(lots, { price: "1", shares: 2, costsPence: 3 })).toEqual([
      { holding_id: "a 2027-02-02", shares: 1, gross_pence: 100, costs_pence: 2 },
      { holding_id: "b 2027-02-02", shares: 1, gross_pence: 100, costs_pence: 1 },
    ]);
  });

  it.each([
    ["more shares than are held", [lot("a", "2027-02-02", 10)], 11],
    ["no share", [lot("a", "2027-02-02", 10)], 0],
    ["no lot", [], null],
  ])("refuses an exit of %s", (_what, lots, shares) => {
    expect(() => exitLines(lots, { price: "1", shares, costsPence: 0 })).toThrow(RangeError);
  });
});

const days = fc.constantFrom("2026-05-01", "2027-02-02", "2028-03-28", "2030-12-31");
const manyLots = fc
  .array(
    fc.record({
      owner: fc.constantFrom("a", "b", "c", "d", "e", "f"),
      day: days,
      shares: fc.integer({ min: 1, max: 200_000 }),
    }),
    { minLength: 1, maxLength: 24 },
  )
  .map((given) =>
    given.map(({ owner, day, shares }, place) => ({ ...lot(owner, day, shares), holding_id: `${place}` })),
  );
/** Pounds with up to six decimals. */
const prices = fc.integer({ min: 1, max: 900_000_000 }).map((micro) => {
  const digits = String(micro).padStart(7, "0");
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`;
});
const exits = fc
  .record({
    lots: manyLots,
    price: prices,
    part: fc.double({ min: 0, max: 1, noNaN: true }),
    costs: fc.integer({ min: 0, max: 1_000_000 }),
  })
  .map(({ lots, price, part, costs }) => {
    const held = lots.reduce((sum, { shares }) => sum + shares, 0);
    return { lots, held, terms: { price, shares: Math.max(1, Math.floor(held * part)), costsPence: costs } };
  });

describe("The lines of an exit of any lots, at any price and costs", () => {
  it("Exit lines sum to the shares, the proceeds and the costs, each within a penny or two of its exact part", () => {
    fc.assert(
      fc.property(exits, ({ lots, terms }) => {
        const lines = exitLines(lots, terms);
        const micropounds = BigInt(terms.price.replace(".", ""));
        const total = (2n * micropounds * BigInt(terms.shares) + 10_000n) / 20_000n;
        expect(sumOf(lines, "shares")).toBe(terms.shares);
        expect(BigInt(sumOf(lines, "gross_pence"))).toBe(total);
        expect(sumOf(lines, "costs_pence")).toBe(terms.costsPence);
        for (const line of lines) {
          const exact = (Number(micropounds) * line.shares) / 10_000;
          expect(Math.abs(line.gross_pence - exact)).toBeLessThan(2.5);
          expect(Math.abs(line.costs_pence - (terms.costsPence * line.shares) / terms.shares)).toBeLessThan(2);
        }
      }),
      runs,
    );
  });

  it("Exit lines do not depend on the order of the lots", () => {
    fc.assert(
      fc.property(
        exits.chain(({ lots, terms }) =>
          fc.record({
            lots: fc.constant(lots),
            terms: fc.constant(terms),
            shuffled: fc.shuffledSubarray(lots, { minLength: lots.length }),
          }),
        ),
        ({ lots, terms, shuffled }) => {
          expect(exitLines(shuffled, terms)).toEqual(exitLines(lots, terms));
        },
      ),
      runs,
    );
  });

  it("Owners sell their part to the nearest two, earliest lots first, and never more than they hold", () => {
    fc.assert(
      fc.property(exits, ({ lots, held, terms }) => {
        const soldOf = new Map(exitLines(lots, terms).map(({ holding_id, shares }) => [holding_id, shares]));
        for (const owner of new Set(lots.map(({ owner_id }) => owner_id))) {
          const own = lots
            .filter(({ owner_id }) => owner_id === owner)
            .toSorted((one, other) =>
              `${one.issued_on} ${one.holding_id}` < `${other.issued_on} ${other.holding_id}` ? -1 : 1,
            );
          const sold = own.map(({ holding_id }) => soldOf.get(holding_id) ?? 0);
          const holds = own.reduce((sum, { shares }) => sum + shares, 0);
          const sum = sold.reduce((total, shares) => total + shares, 0);
          expect(Math.abs(sum - (terms.shares * holds) / held)).toBeLessThan(1);
          let isEarlierLeft = false;
          for (const [place, { shares }] of own.entries()) {
            const taken = sold[place] ?? 0;
            expect(taken).toBeLessThanOrEqual(shares);
            if (isEarlierLeft) expect(taken).toBe(0);
            isEarlierLeft ||= taken < shares;
          }
        }
      }),
      runs,
    );
  });

  it("Exits one after another sell every share once", () => {
    const parts = fc.array(fc.integer({ min: 1, max: 60_000 }), { maxLength: 8 });
    fc.assert(
      fc.property(manyLots, parts, (lots, asked) => {
        let left = lots;
        const sold = new Map<string, number>();
        const sell = (shares: number | null) => {
          for (const line of exitLines(left, { price: "2.5", shares, costsPence: 7 }))
            sold.set(line.holding_id, (sold.get(line.holding_id) ?? 0) + line.shares);
          left = lots.map((one) => ({ ...one, shares: one.shares - (sold.get(one.holding_id) ?? 0) }));
          for (const one of left) expect(one.shares).toBeGreaterThanOrEqual(0);
        };
        for (const shares of asked) if (shares <= left.reduce((sum, one) => sum + one.shares, 0)) sell(shares);
        if (left.some(({ shares }) => shares > 0)) sell(null);
        expect(lots.map(({ holding_id }) => sold.get(holding_id))).toEqual(lots.map(({ shares }) => shares));
      }),
      runs,
    );
  });
});
