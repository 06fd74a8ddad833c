import { array, assert as check, constantFrom, integer, property, record } from "fast-check";
import { describe, expect, it } from "vitest";
import { tries } from "#tests/support/tries.ts";
import {
  figuresOn,
  type Lot,
  type Portfolio,
  pricesThatCount,
  type SharePrice,
  valueOfLot,
} from "./portfolio-figures.ts";
import { costsOfSales } from "./relief-kept.ts";
import { priceAfter, ratioBetween, type ShareAction, worthPence } from "./share-actions.ts";
import { yearEnd } from "./year-end.ts";

const company_id = "Alder";
const lot: Lot = {
  id: "lot",
  company_id,
  shares: 6_879,
  share_class: "Ordinary",
  price: "1.24",
  cost_pence: 852_996,
  fee_pence: 106_625,
  issued_on: "2027-02-02",
  wired_on: "2027-02-01",
  payments: [{ day: "2027-01-28", pence: 959_621 }],
};
const action = (effective_on: string, new_shares: number, old_shares: number): ShareAction => ({
  company_id,
  share_class: null,
  effective_on,
  new_shares,
  old_shares,
});
const price = (as_of: string, amount: string, basis: SharePrice["basis"] = "last_round"): SharePrice => ({
  company_id,
  share_class: null,
  as_of,
  price: amount,
  basis,
});
const tenForOne = action("2028-06-01", 10, 1);
const split: Lot = { ...lot, changes: [{ day: "2028-06-01", shares_added: 61_911 }] };

describe("A split of ten for one", () => {
  const prices = [price("2028-03-15", "2.48")];
  const own: Portfolio = { lots: [split], proceeds: [], prices, reliefs: [], actions: [tenForOne] };
  it("A split counts from its day on, and leaves value and cost to the penny", () => {
    const on = (day: string) => {
      const { shares, value_pence, price_now } = valueOfLot(split, own, day);
      return [shares, value_pence, price_now, figuresOn(day, own).cost_pence];
    };
    expect(on("2028-05-31")).toEqual([6_879, 1_705_992, "2.48", 852_996]);
    expect(on("2028-06-01")).toEqual([68_790, 1_705_992, "0.248000", 852_996]);
  });
  it("A price of the split's own day is for one of the new shares", () => {
    const { value_pence } = valueOfLot(split, { ...own, prices: [price("2028-06-01", "0.25")] }, "2028-06-01");
    expect(value_pence).toBe(1_719_750);
  });
  it("A later price is compared with what a new share was worth at the split", () => {
    const estimate = (amount: string) => price("2028-07-01", amount, "club_estimate");
    const counting = (amount: string, actions: ShareAction[]) =>
      pricesThatCount([...prices, estimate(amount)], actions).length;
    expect([counting("0.248", [tenForOne]), counting("0.248001", [tenForOne]), counting("0.25", [])]).toEqual([
      2, 1, 2,
    ]);
    expect(pricesThatCount([...prices, price("2028-07-01", "0.248", "our_round")], [tenForOne])).toHaveLength(1);
  });
  it("A split leaves other classes and other companies alone", () => {
    const other = { ...tenForOne, share_class: "B" };
    const ratio = (one: ShareAction) => priceAfter("2.48", ratioBetween([one], lot, "2028-03-15", "2029-01-01"));
    expect([ratio(other), ratio({ ...tenForOne, company_id: "Birch" }), ratio(tenForOne)]).toEqual([
      ...["2.48", "2.48", "0.248000"],
    ]);
  });
  it("New shares are sold at their part of the cost", () => {
    const sale = { lot_id: "lot", shares_sold: 34_395, gross_pence: 1_000_000, costs_pence: 0, paid_on: null };
    const { proceeds } = yearEnd(2028, {
      ...own,
      reliefs: [],
      proceeds: [{ ...sale, happened_on: "2028-07-01" }],
      schemeOf: () => null,
      lostOn: () => null,
    });
    expect(proceeds.map(({ shares, cost_pence }) => [shares, cost_pence])).toEqual([[34_395, 426_498]]);
  });
});

it("A price of thirds is shown rounded half up, and its value is that of the exact price", () => {
  const ratio = ratioBetween([action("2028-06-01", 3, 1)], lot, "2028-01-01", "2028-06-01");
  expect([priceAfter("1", ratio), worthPence("1", 3, ratio), worthPence("0.4", 30, ratio)]).toEqual([
    ...["0.333333", 100, 400],
  ]);
  // 16,800 shares at £0.625, split 3 for 2: 25,200 shares are worth £10,500.00 as before.
  const threeForTwo = ratioBetween([action("2028-06-01", 3, 2)], lot, "2028-01-01", "2028-06-01");
  expect([priceAfter("0.625", threeForTwo), worthPence("0.625", 25_200, threeForTwo)]).toEqual(["0.416667", 1_050_000]);
});

const runs = { seed: 87, numRuns: tries(500) };
const step = record({
  kind: constantFrom("split", "price", "sale"),
  new_shares: integer({ min: 1, max: 50 }),
  old_shares: integer({ min: 1, max: 50 }),
  micropounds: integer({ min: 1, max: 9_000_000 }),
});

/** Splits that divide what is left, sales and prices, one a month. */
function happen(steps: readonly { kind: string; new_shares: number; old_shares: number; micropounds: number }[]) {
  const own = { ...lot, changes: [] as { day: string; shares_added: number }[] };
  const actions: ShareAction[] = [];
  const prices: SharePrice[] = [];
  const proceeds: Portfolio["proceeds"][number][] = [];
  let left = lot.shares;
  const days = steps.map(
    (_, index) => `${2028 + Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, "0")}-10`,
  );
  for (const [index, { kind, new_shares, old_shares, micropounds }] of steps.entries()) {
    const day = days[index] ?? "";
    const after = (left * new_shares) / old_shares;
    if (kind === "split" && new_shares !== old_shares && Number.isInteger(after) && after < 1e9) {
      actions.push(action(day, new_shares, old_shares));
      own.changes.push({ day, shares_added: after - left });
      left = after;
    }
    if (kind === "price") prices.push(price(day, (micropounds / 1_000_000).toFixed(6)));
    const sold = Math.min(left, new_shares * old_shares);
    if (kind === "sale" && sold > 0) {
      left -= sold;
      const bought = {
        lot_id: "lot",
        happened_on: day,
        shares_sold: sold,
        gross_pence: 0,
        costs_pence: 0,
        paid_on: day,
      };
      proceeds.push(bought);
    }
  }
  return { own, days, left, portfolio: { lots: [own], proceeds, prices, reliefs: [], actions } satisfies Portfolio };
}

const dayBefore = (day: string) => `${day.slice(0, 8)}09`;

describe("Whatever happens to a lot", () => {
  it("A split changes neither the value nor the cost of a lot", () => {
    check(
      property(array(step, { maxLength: 40 }), (steps) => {
        const { portfolio } = happen(steps);
        for (const { effective_on } of portfolio.actions) {
          const [before, after] = [dayBefore(effective_on), effective_on].map((day) => figuresOn(day, portfolio));
          expect([after?.value_pence, after?.range_pence, after?.cost_pence]).toEqual([
            ...[before?.value_pence, before?.range_pence, before?.cost_pence],
          ]);
        }
      }),
      runs,
    );
  });
  it("A lot's shares are what was bought, by every split, less what was sold", () => {
    check(
      property(array(step, { maxLength: 40 }), (steps) => {
        const { own, left, portfolio } = happen(steps);
        expect(valueOfLot(own, portfolio, "2040-01-01").shares).toBe(left);
      }),
      runs,
    );
  });
  it("A lot's sales take its cost, no penny more or less once all are sold", () => {
    check(
      property(array(step, { minLength: 1, maxLength: 30 }), (steps) => {
        const { own, left, portfolio } = happen(steps);
        const rest = { lot_id: "lot", happened_on: "2039-12-31", shares_sold: left };
        const last = { ...rest, gross_pence: 0, costs_pence: 0, paid_on: null };
        const costs = [...costsOfSales([own], left > 0 ? [...portfolio.proceeds, last] : portfolio.proceeds).values()];
        expect(costs.every((cost) => cost >= 0)).toBe(true);
        expect(costs.reduce((sum, cost) => sum + cost, 0)).toBe(own.cost_pence);
      }),
      runs,
    );
  });
});
