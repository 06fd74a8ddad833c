import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dealResult } from "#shared/portfolio/deal-result.ts";
import { tries } from "#tests/support/tries.ts";
import {
  affordableShares,
  amountForShares,
  breakEvenPrice,
  breakEvenTimes,
  costPence,
  feeOfCostPence,
  hasPartsOfPenny,
  minimumShares,
  mostCosts,
  neighbours,
  shareCosts,
  sharesFor,
  splitCosts,
  splitLargestRemainder,
  totalLoss,
} from "./share-costs.ts";

const runs = { seed: 18, numRuns: tries(3000) };
const micropounds = fc.integer({ min: 1, max: 100_000_000 });
const priceOf = (micro: number) => (micro / 1_000_000).toFixed(6);
const pence = fc.integer({ min: 1, max: 50_000_000 });
const feeBps = fc.integer({ min: 0, max: 2000 });
const sum = (numbers: number[]) => numbers.reduce((sumSoFar, number) => sumSoFar + number, 0);

describe("The cost of shares", () => {
  it.each([
    ["1.2", 417, 500_40],
    ["1.20", 417, 500_40],
    ["1.200000", 417, 500_40],
    ["2", 3, 6_00],
    ["1.24", 404, 500_96],
    ["0.8349", 1000, 834_90],
    ["0.8349", 1000 + 777 + 333, 1_761_64],
    ["0.005", 1, 1],
    ["0.004999", 1, 0],
    ["0.000001", 5000, 1],
    ["1.2", 0, 0],
    ["123456.789012", 1_000_000, 12_345_678_901_200],
  ])("The cost at £%s of %d shares is %d pence", (price, shares, expected) => {
    expect(costPence(price, shares)).toBe(expected);
  });

  it("The cost of shares is the exact product rounded half up, at every price", () => {
    fc.assert(
      fc.property(micropounds, fc.integer({ min: 0, max: 10_000_000 }), (micro, shares) => {
        const beyond = BigInt(costPence(priceOf(micro), shares)) * 10_000n - BigInt(micro) * BigInt(shares);
        return -5000n < beyond && beyond <= 5000n;
      }),
      runs,
    );
  });
});

it.each([
  ["0.333333", true],
  ["1.237", true],
  ["1.240000", false],
  ["1.2", false],
  ["12", false],
])("A price of %s has parts of a penny: %s", (price, has) => {
  expect(hasPartsOfPenny(price)).toBe(has);
});

describe("The most that shares can cost", () => {
  it.each([
    ["0.734219", 1018, 747_44, 797_89],
    ["1.24", 404, 500_96, 534_77],
    ["1.3725", 400, 549_00, 586_06],
    ["0.333333", 1500, 500_00, 533_75],
    ["0.0175", 28_571, 500_00, 533_75],
    ["0.0175", 28_572, 500_01, 533_76],
  ])(
    "The most that shares can cost, at £%s for %d, is %d pence, and %d with the fee",
    (price, shares, costPence, duePence) => {
      expect(mostCosts({ price, shares, feeBp: 675 })).toMatchObject({ costPence, duePence });
    },
  );

  it("The most that shares can cost is never above an amount that buys the shares", () => {
    fc.assert(
      fc.property(micropounds, pence, (micro, amount) => {
        const shares = sharesFor(priceOf(micro), amount, 1);
        fc.pre(Number.isSafeInteger(micro * shares) && micro * shares <= amount * 10_000);
        return mostCosts({ price: priceOf(micro), shares, feeBp: 0 }).costPence <= amount;
      }),
      runs,
    );
  });

  it("The most that shares can cost is never less than their part of what all shares cost", () => {
    fc.assert(
      fc.property(
        micropounds,
        fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1, maxLength: 12 }),
        (micro, all) => {
          const price = priceOf(micro);
          const parts = splitCosts(price, all);
          return (
            sum(parts) === costPence(price, sum(all)) &&
            parts.every((part, index) => part <= mostCosts({ price, shares: all[index] ?? 0, feeBp: 0 }).costPence)
          );
        },
      ),
      runs,
    );
  });
});

describe("The amount for shares", () => {
  it.each([
    ["1.2", 10_001, 12_001_20],
    ["0.8349", 333, 278_03],
    ["0.005", 1, 1],
  ])("The amount needed at £%s for %d shares is %d pence", (price, shares, expected) => {
    expect(amountForShares(price, shares)).toBe(expected);
  });

  it("The amount for shares buys exactly those shares at every price from a penny, and a penny less does not", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 10_000, max: 100_000_000 }),
        fc.integer({ min: 2, max: 1_000_000 }),
        (micro, shares) => {
          const price = priceOf(micro);
          const amount = amountForShares(price, shares);
          return sharesFor(price, amount, 1) === shares && sharesFor(price, amount - 1, 1) < shares;
        },
      ),
      runs,
    );
  });
});

describe("A number that is no amount of money or shares", () => {
  it.each(["", "0", "0.000000", "-1", "1.", ".5", "1,20", "1.2345678", "1e3", " 1", "1 ", "£1", "NaN"])(
    "rejects the price %j",
    (price) => {
      expect(() => costPence(price, 1)).toThrow(RangeError);
    },
  );

  it.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])("rejects the amount or count %d", (value) => {
    expect(() => costPence("1", value)).toThrow(RangeError);
    expect(() => feeOfCostPence(value, 1)).toThrow(RangeError);
    expect(() => feeOfCostPence(1, value)).toThrow(RangeError);
    expect(() => sharesFor("1", value, 1)).toThrow(RangeError);
    expect(() => minimumShares("1", value)).toThrow(RangeError);
    expect(() => breakEvenPrice({ shares: 1, duePence: value })).toThrow(RangeError);
    expect(() => splitLargestRemainder(value, [1])).toThrow(RangeError);
    expect(() => splitLargestRemainder(1, [1, value])).toThrow(RangeError);
  });

  it("rejects a price at which pence would no longer be exact", () => {
    expect(costPence("90071992547409.91", 1)).toBe(Number.MAX_SAFE_INTEGER);
    expect(() => costPence("90071992547409.92", 1)).toThrow(RangeError);
  });
});

describe("The fee", () => {
  it.each([
    [852_996, 1250, 106_625],
    [1_271_992, 400, 50_880],
    [11_998_80, 1250, 1_499_85],
    [12_001_20, 1250, 1_500_15],
    [10_000_00, 0, 0],
  ])("The fee on a cost of %d pence at %d basis points is %d", (cost, feeBp, expected) => {
    expect(feeOfCostPence(cost, feeBp)).toBe(expected);
  });

  it("The fee is the same in the calculator", () => {
    fc.assert(
      fc.property(pence, feeBps, (cost, feeBp) => {
        const deal = { investmentPence: cost, feeRate: feeBp / 10_000, side: "on-top", exitMultiple: 1 } as const;
        expect(feeOfCostPence(cost, feeBp)).toBe(dealResult(deal).feePence);
      }),
      runs,
    );
  });
});

describe("The shares for an amount", () => {
  it.each([
    ["1.2", 500_00, 417],
    ["1.2", 12_000_00, 10_000],
    ["1.2", 12_001_19, 10_000],
    ["1.2", 12_001_20, 10_001],
    ["1.24", 500_00, 404],
    ["1.24", 1_00, 404],
    ["500", 999_99, 1],
    ["700", 500_00, 1],
  ])("The shares at £%s for %d pence with a minimum of £500 are %d", (price, amountPence, expected) => {
    expect(sharesFor(price, amountPence, 500_00)).toBe(expected);
  });

  it.each([
    ["1.2", 417],
    ["1.24", 404],
    ["1.25", 400],
    ["0.8349", 599],
    ["700", 1],
  ])("The fewest shares at £%s that cost £500 are %d", (price, expected) => {
    expect(minimumShares(price, 500_00)).toBe(expected);
  });

  it("Shares for an amount cost the minimum or more, and the minimum is no share more than it takes", () => {
    fc.assert(
      fc.property(micropounds, pence, pence, (micro, amount, minimum) => {
        const price = priceOf(micro);
        const fewest = minimumShares(price, minimum);
        expect(costPence(price, sharesFor(price, amount, minimum))).toBeGreaterThanOrEqual(minimum);
        expect(BigInt(micro) * BigInt(fewest - 1) < BigInt(minimum) * 10_000n).toBe(true);
      }),
      runs,
    );
  });

  it("Shares never cost more than the amount unless raised to the minimum, and less than one price is left", () => {
    fc.assert(
      fc.property(micropounds, pence, pence, (micro, amount, minimum) => {
        const price = priceOf(micro);
        const shares = sharesFor(price, amount, minimum);
        if (shares > minimumShares(price, minimum)) expect(costPence(price, shares)).toBeLessThanOrEqual(amount);
        expect(BigInt(micro) * BigInt(shares + 1) > BigInt(amount) * 10_000n).toBe(true);
      }),
      runs,
    );
  });
});

describe("What a member sends", () => {
  it("A member sends £13,500.00 for 10,000 shares at £1.20 with a fee of 12.5%", () => {
    expect(shareCosts({ price: "1.2", shares: 10_000, feeBp: 1250 })).toEqual({
      shares: 10_000,
      costPence: 12_000_00,
      feePence: 1_500_00,
      duePence: 13_500_00,
    });
  });

  it("A member sees the costs of one share fewer and one more", () => {
    expect(neighbours({ price: "1.2", shares: 10_000, feeBp: 1250 }, 500_00)).toEqual({
      fewer: { shares: 9_999, costPence: 11_998_80, feePence: 1_499_85, duePence: 13_498_65 },
      more: { shares: 10_001, costPence: 12_001_20, feePence: 1_500_15, duePence: 13_501_35 },
    });
  });

  it("A member sees no costs for fewer shares than the minimum", () => {
    const more = { shares: 418, costPence: 501_60, feePence: 0, duePence: 501_60 };
    expect(neighbours({ price: "1.2", shares: 417, feeBp: 0 }, 500_00)).toEqual({ fewer: null, more });
    expect(neighbours({ price: "1.2", shares: 418, feeBp: 0 }, 500_00).fewer?.shares).toBe(417);
  });
});

describe("The break-even price", () => {
  it.each([
    ["1.2", 10_000, 13_500_00, "1.35", 1.125],
    ["1.2", 10_000, 12_000_00, "1.2", 1],
    ["0.734219", 681, 533_75, "0.783774", 1.067],
    ["1.2", 417, 520_42, "1.24801", 1.04],
    ["0.000001", 5000, 2, "0.000004", 4],
  ])(
    "The break-even price of £%s for %d shares, for which %d was sent, is £%s, %d times the price",
    (price, shares, duePence, worth, multiple) => {
      expect(breakEvenPrice({ shares, duePence })).toBe(worth);
      expect(breakEvenTimes(price, { shares, duePence })).toBe(multiple);
    },
  );

  it("The break-even price pays back what was sent", () => {
    expect(costPence(breakEvenPrice({ shares: 681, duePence: 533_75 }), 681)).toBe(533_75);
  });
});

describe("A total loss", () => {
  it.each([
    ["SEIS", 40, 13_500_00, 7_500_00, 5_100_00],
    ["SEIS", 45, 13_500_00, 7_500_00, 4_800_00],
    ["EIS", 40, 13_500_00, 9_900_00, 6_540_00],
    ["none", 40, 13_500_00, 13_500_00, 13_500_00],
    ["SEIS", 0, 13_500_00, 13_500_00, 13_500_00],
  ] as const)(
    "A loss of £12,000 of %s shares and a £1,500 fee, taxed at %d%, costs %d, %d with relief, %d with loss relief",
    (scheme, incomeTaxPercent, withoutReliefPence, afterIncomeTaxReliefPence, afterLossReliefPence) => {
      expect(totalLoss({ costPence: 12_000_00, feePence: 1_500_00, scheme, incomeTaxPercent })).toEqual({
        withoutReliefPence,
        afterIncomeTaxReliefPence,
        afterLossReliefPence,
      });
    },
  );
});

describe("Shares that an amount pays for", () => {
  it.each([
    [900_000, "1.24", 1250, 6451, 799_924, 99_991],
    [899_915, "1.24", 1250, 6451, 799_924, 99_991],
    [899_914, "1.24", 1250, 6450, 799_800, 99_975],
    [139, "1.24", 1250, 0, 0, 0],
    [140, "1.24", 1250, 1, 124, 16],
    [1, "0.000001", 0, 10_000, 1, 0],
  ])("The shares that %d pence buys at £%s with %d bp are %d", (amount, price, feeBp, shares, cost, fee) => {
    expect(affordableShares({ price, feeBp }, amount)).toEqual({
      shares,
      costPence: cost,
      feePence: fee,
      duePence: cost + fee,
    });
  });

  it("Affordable shares never cost more than the amount, and three more shares always do", () => {
    const bp = fc.constantFrom(0, 400, 1250);
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100_000_000_00 }),
        fc.integer({ min: 10_000, max: 100_000_000 }),
        bp,
        (amount, micro, feeBp) => {
          const price = priceOf(micro);
          const { shares, duePence } = affordableShares({ price, feeBp }, amount);
          expect(duePence).toBeLessThanOrEqual(amount);
          expect(shareCosts({ price, feeBp, shares: shares + 3 }).duePence).toBeGreaterThan(amount);
        },
      ),
      runs,
    );
  });
});

describe("A split by largest remainder", () => {
  it.each([
    [176_164, [1000, 777, 333], [83_490, 64_872, 27_802]],
    [100, [1, 1, 1], [34, 33, 33]],
    [2, [1, 1, 1], [1, 1, 0]],
    [10, [1, 2, 2, 2], [1, 3, 3, 3]],
    [5, [0, 3, 0, 1], [0, 4, 0, 1]],
    [0, [1, 2], [0, 0]],
    [9_007_199_254_740_991, [1, 1], [4_503_599_627_370_496, 4_503_599_627_370_495]],
  ])("A split of %d pence by the weights %j is %j", (total, weights, expected) => {
    expect(splitLargestRemainder(total, weights)).toEqual(expected);
  });

  it.each([[[]], [[0, 0]]])("rejects a split by the weights %j", (weights) => {
    expect(() => splitLargestRemainder(1, weights)).toThrow(RangeError);
  });

  it("A split sums to the total, with no part a whole penny from its exact share", () => {
    const weightsList = fc
      .array(fc.integer({ min: 0, max: 100_000 }), { minLength: 1, maxLength: 40 })
      .filter((weights) => sum(weights) > 0);
    fc.assert(
      fc.property(pence, weightsList, (total, weights) => {
        const parts = splitLargestRemainder(total, weights);
        expect(sum(parts)).toBe(total);
        const whole = BigInt(sum(weights));
        for (const [index, part] of parts.entries()) {
          const beyond = BigInt(part) * whole - BigInt(total) * BigInt(weights[index] ?? 0);
          expect(-whole < beyond && beyond < whole).toBe(true);
        }
      }),
      runs,
    );
  });
});
