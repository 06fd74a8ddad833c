import { describe, expect, it } from "vitest";
import { costsOfSales, reliefKeptOn, reliefOnEarlySale } from "./relief-kept.ts";

const lotOf = (shares: number, cost_pence: number, changes: { day: string; shares_added: number }[] = []) => ({
  id: "lot",
  shares,
  cost_pence,
  issued_on: "2027-02-02",
  changes,
});
const sale = (happened_on: string, shares_sold: number) => ({
  lot_id: "lot",
  happened_on,
  shares_sold,
  gross_pence: 0,
  costs_pence: 0,
  paid_on: null,
});
const costs = (lot: ReturnType<typeof lotOf>, ...sales: ReturnType<typeof sale>[]) => [
  ...costsOfSales([lot], sales).values(),
];

describe("What shares cost that were sold", () => {
  it("Sold shares cost their part of the cost, rounded half up to the penny", () => {
    expect(costs(lotOf(1457, 199_973), sale("2030-05-01", 1000))).toEqual([137_250]);
    expect(costs(lotOf(3, 100), sale("2030-05-01", 2))).toEqual([67]);
    expect(costs(lotOf(3, 100), sale("2030-05-01", 1))).toEqual([33]);
    expect(costs(lotOf(2, 101), sale("2030-05-01", 1))).toEqual([51]);
    expect(costs(lotOf(8, 100), sale("2030-05-01", 1))).toEqual([13]);
  });
  it("Sold shares cost a part of what was left by then, and nothing is left once all are sold", () => {
    const [first, second, third] = [sale("2030-05-01", 1), sale("2030-06-01", 1), sale("2030-07-01", 1)];
    expect(costs(lotOf(3, 101), first)).toEqual([34]);
    expect(costs(lotOf(3, 101), first, second)).toEqual([34, 34]);
    expect(costs(lotOf(3, 101), first, second, third)).toEqual([34, 34, 33]);
  });
  it("The cost of sold shares that were split is rounded half up", () => {
    const split = lotOf(3, 101, [{ day: "2030-05-20", shares_added: 18 }]);
    expect(costs(split, sale("2030-05-01", 1), sale("2030-06-01", 15))).toEqual([34, 50]);
  });
});

it("Relief that is kept on a part of the shares is rounded half up to the penny", () => {
  expect(reliefKeptOn(50_000, lotOf(3, 150_000), [], [{ day: "2028-02-15", pence: 45_002 }])).toBe(15_001);
  expect(reliefKeptOn(50_000, lotOf(2, 100_000), [], [{ day: "2028-02-15", pence: 30_001 }])).toBe(15_001);
});

/** The figures are those of the sections' formula, R × the rate, by hand: £10,000.00 under EIS, of which £3,000.00 was relieved. */
it.each([
  ["below cost loses the rate of what it brought", 400_000, 300_000, [300_000, 180_000]],
  ["at cost or above loses all", 1_000_000, 300_000, [300_000, 0]],
  ["above cost loses no more than there was", 2_500_000, 300_000, [300_000, 0]],
  ["for nothing loses nothing", 0, 300_000, [300_000, 300_000]],
  ["loses in proportion where less was claimed", 400_000, 100_000, [100_000, 60_000]],
])("A sale within three years %s", (_, gross_pence, pence, [had_pence, kept_pence]) => {
  const early = { ...sale("2029-05-01", 100), gross_pence };
  const reliefs = [{ day: "2028-02-15", pence }];
  const found = reliefOnEarlySale(early, 1_000_000, lotOf(100, 1_000_000), [early], reliefs);
  expect(found).toEqual({ had_pence, kept_pence });
});
