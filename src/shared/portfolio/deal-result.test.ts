import { describe, expect, it } from "vitest";
import { defaultClub } from "#shared/settings/club.ts";
import {
  breakEvenMultiple,
  calculatorLimits,
  cheaperFromMultiple,
  type Deal,
  dealResult,
  incomeTaxReliefPence,
  membershipCosts,
  totalLossCostPence,
  traditionalSyndicate,
  usableScheme,
  yearResult,
} from "./deal-result.ts";

const { plans } = defaultClub;
const vip: Deal = { investmentPence: 10_000_00, feeRate: 0, side: "on-top", exitMultiple: 3 };
const withoutEntryFee = { feeRate: 0, carryRate: 0.2 };

it("The calculator accepts up to £50,000, up to a dozen deals, and up to a hundred times the money", () => {
  expect(calculatorLimits).toEqual({
    investmentPence: { most: 50_000_00 },
    dealsPerYear: { least: 1, most: 12 },
    exitMultiple: { least: 0, most: 100 },
  });
});

describe("The amount invested in shares", () => {
  it.each([
    ["on-top", 0.125, 10_000_00, 1_250_00, 11_250_00],
    ["on-top", 0.04, 10_000_00, 400_00, 10_400_00],
    ["on-top", 0, 10_000_00, 0, 10_000_00],
    ["inside", 0.125, 8_750_00, 1_250_00, 10_000_00],
    ["inside", 0.04, 9_600_00, 400_00, 10_000_00],
    ["inside", 0, 10_000_00, 0, 10_000_00],
  ] as const)(
    "The amount in shares with the fee %s at %d of £10,000 is %d pence",
    (side, feeRate, sharesPence, feePence, cashOutPence) => {
      expect(dealResult({ ...vip, side, feeRate })).toMatchObject({ sharesPence, feePence, cashOutPence });
    },
  );

  it("The amount in shares is in whole pence, and half a penny of fee is rounded up", () => {
    const oddAmount = { ...vip, investmentPence: 500_04, feeRate: 0.125 };
    expect(dealResult(oddAmount)).toMatchObject({ sharesPence: 500_04, feePence: 62_51, cashOutPence: 562_55 });
    expect(dealResult({ ...oddAmount, side: "inside" })).toMatchObject({ sharesPence: 437_53, feePence: 62_51 });
  });
});

describe("Income Tax relief", () => {
  it.each([
    ["EIS", 0.125, 2_625_00],
    ["EIS", 0.04, 2_880_00],
    ["EIS", 0, 3_000_00],
    ["SEIS", 0.125, 4_375_00],
    ["SEIS", 0, 5_000_00],
    ["none", 0, 0],
  ] as const)(
    "Relief under %s is given on the shares of £10,000, not on a fee of %d inside the amount",
    (scheme, feeRate, expected) => {
      expect(dealResult({ ...vip, side: "inside", scheme, feeRate }).incomeTaxReliefPence).toBe(expected);
    },
  );

  it("Income Tax relief is not given on an added fee either", () => {
    expect(dealResult({ ...vip, scheme: "EIS", feeRate: 0.125 }).incomeTaxReliefPence).toBe(3_000_00);
  });

  it.each([
    ["SEIS", 200_000_00, 100_000_00],
    ["SEIS", 200_000_01, 100_000_00],
    ["SEIS", 600_000_00, 100_000_00],
    ["EIS", 999_999_00, 299_999_70],
    ["EIS", 1_000_000_00, 300_000_00],
    ["EIS", 2_000_000_00, 300_000_00],
    ["none", 600_000_00, 0],
    ["SEIS", 0, 0],
  ] as const)(
    "Relief under %s on %d pence in a year is capped at the year's limit: %d",
    (scheme, subscribedPence, expected) => {
      expect(incomeTaxReliefPence(scheme, subscribedPence)).toBe(expected);
    },
  );

  it("Income Tax relief rounds half a penny up", () => {
    expect(incomeTaxReliefPence("SEIS", 33_33)).toBe(16_67);
  });

  it("Income Tax relief is not given to a member who owes no tax", () => {
    expect(usableScheme("EIS", 0)).toBe("none");
    expect(usableScheme("EIS", 0.2)).toBe("EIS");
  });
});

describe("A total loss", () => {
  it.each([
    ["SEIS", 0.45, 2_750_00],
    ["SEIS", 0.4, 3_000_00],
    ["SEIS", 0.2, 4_000_00],
    ["EIS", 0.45, 3_850_00],
    ["EIS", 0.4, 4_200_00],
    ["EIS", 0.2, 5_600_00],
    ["none", 0.45, 10_000_00],
  ] as const)(
    "A total loss of £10,000 of %s shares costs a member taxed at %d in the end %d pence",
    (scheme, incomeTaxRate, cost) => {
      expect(totalLossCostPence({ ...vip, scheme, incomeTaxRate })).toBe(cost);
    },
  );

  it.each([
    ["SEIS", 5_000_00, 5_000_00, 3_800_00],
    ["EIS", 3_000_00, 7_000_00, 5_320_00],
    ["none", 0, 10_000_00, 7_600_00],
  ] as const)(
    "A loss of £10,000 of %s shares with relief of %d leaves %d to set against gains taxed at 24%, and costs %d",
    (scheme, incomeTaxReliefPence, allowableLossPence, cost) => {
      const againstGains = { ...vip, scheme, gainsTaxRate: 0.24 };
      expect(dealResult({ ...againstGains, exitMultiple: 0 })).toMatchObject({
        incomeTaxReliefPence,
        allowableLossPence,
      });
      expect(totalLossCostPence(againstGains)).toBe(cost);
    },
  );

  it("A total loss costs the whole fee as well", () => {
    const seis = { ...vip, scheme: "SEIS", incomeTaxRate: 0.45, feeRate: 0.125 } as const;
    expect(totalLossCostPence(seis)).toBe(4_000_00);
    expect(totalLossCostPence({ ...seis, side: "inside" })).toBe(3_656_25);
    expect(totalLossCostPence({ ...vip, feeRate: 0.125 })).toBe(11_250_00);
  });

  it("A total loss leaves the larger loss to set against income when relief was capped", () => {
    const large = { ...vip, investmentPence: 300_000_00, scheme: "SEIS", incomeTaxRate: 0.4, exitMultiple: 0 } as const;
    expect(dealResult(large)).toMatchObject({
      incomeTaxReliefPence: 100_000_00,
      allowableLossPence: 200_000_00,
      lossReliefPence: 80_000_00,
      netResultPence: -120_000_00,
    });
  });
});

describe("A sale", () => {
  it("A sale at three times the price pays the member the whole profit, less the fee", () => {
    expect(dealResult(vip).netResultPence).toBe(20_000_00);
    expect(dealResult({ ...vip, feeRate: 0.04 }).netResultPence).toBe(19_600_00);
    expect(dealResult({ ...vip, feeRate: 0.125 }).netResultPence).toBe(18_750_00);
    expect(dealResult({ ...vip, feeRate: 0.125, side: "inside" }).netResultPence).toBe(16_250_00);
  });

  it("A sale's result includes the relief that was kept", () => {
    expect(dealResult({ ...vip, scheme: "SEIS", incomeTaxRate: 0.45 })).toEqual({
      sharesPence: 10_000_00,
      feePence: 0,
      cashOutPence: 10_000_00,
      incomeTaxReliefPence: 5_000_00,
      proceedsPence: 30_000_00,
      carryPence: 0,
      allowableLossPence: 0,
      lossReliefPence: 0,
      netResultPence: 25_000_00,
    });
  });

  it("A sale below the price gives loss relief only for what Income Tax relief did not cover", () => {
    const eis = { ...vip, scheme: "EIS", incomeTaxRate: 0.4 } as const;
    expect(dealResult({ ...eis, exitMultiple: 0.5 })).toMatchObject({
      allowableLossPence: 2_000_00,
      lossReliefPence: 800_00,
      netResultPence: -1_200_00,
    });
    expect(dealResult({ ...eis, exitMultiple: 0.8 })).toMatchObject({
      allowableLossPence: 0,
      netResultPence: 1_000_00,
    });
  });

  it("A sale pays whole pence, with half a penny rounded up", () => {
    expect(dealResult({ ...vip, investmentPence: 50, exitMultiple: 0.29 }).proceedsPence).toBe(15);
  });
});

describe("A traditional syndicate", () => {
  it("The compared syndicate is the cheapest that the fee table allows, with the usual carry", () => {
    expect(traditionalSyndicate).toEqual({ feeRate: 0.02, carryRate: 0.2 });
  });

  it("A syndicate's carry on a profit of £18,000 is £3,600", () => {
    const deal = { ...vip, investmentPence: 9_000_00, carryRate: 0.2 };
    expect(dealResult(deal)).toMatchObject({ carryPence: 3_600_00, netResultPence: 14_400_00 });
  });

  it("A syndicate takes no carry when the money is lost or only returned", () => {
    expect(dealResult({ ...vip, ...traditionalSyndicate, exitMultiple: 1 })).toMatchObject({
      carryPence: 0,
      netResultPence: -200_00,
    });
    expect(dealResult({ ...vip, ...traditionalSyndicate, exitMultiple: 0 }).carryPence).toBe(0);
  });
});

describe("The break-even multiple", () => {
  it.each([
    ["on-top", 0.125, 1.125],
    ["on-top", 0.04, 1.04],
    ["on-top", 0, 1],
    ["inside", 0.125, 1.142857],
    ["inside", 0.04, 1.041667],
    ["inside", 0, 1],
  ] as const)("The break-even multiple with the fee %s at %d is %d", (side, feeRate, expected) => {
    expect(breakEvenMultiple({ side, feeRate })).toBeCloseTo(expected, 6);
  });

  it("The break-even multiple is lower by the relief that is kept, and gives neither profit nor loss", () => {
    expect(breakEvenMultiple({ side: "on-top", feeRate: 0.04, scheme: "EIS" })).toBeCloseTo(0.74, 6);
    expect(breakEvenMultiple({ side: "inside", feeRate: 0.04, scheme: "SEIS" })).toBeCloseTo(0.541667, 6);
    const eis = { ...vip, feeRate: 0.04, scheme: "EIS", incomeTaxRate: 0.45, exitMultiple: 0.74 } as const;
    expect(dealResult(eis).netResultPence).toBe(0);
  });
});

describe("The multiple from which a fee costs less than a syndicate", () => {
  it.each([
    ["on-top", 0.125, 1.625],
    ["on-top", 0.04, 1.2],
    ["on-top", 0, 1],
    ["inside", 0.125, 2.666667],
    ["inside", 0.04, 1.25],
    ["inside", 0, 1],
  ] as const)(
    "A fee is cheaper than a carry of 20% alone, with the fee %s at %d, from a multiple of %d",
    (side, feeRate, expected) => {
      expect(cheaperFromMultiple({ side, feeRate }, withoutEntryFee)).toBeCloseTo(expected, 6);
    },
  );

  it.each([
    ["on-top", 0.125, 1.525],
    ["on-top", 0.04, 1.1],
    ["inside", 0.125, 2.153846],
    ["inside", 0.04, 1.113636],
    ["inside", 0.02, 1],
    ["on-top", 0, 0],
    ["inside", 0, 0],
  ] as const)(
    "A fee is cheaper than a carry of 20% and an entry fee of 2%, with the fee %s at %d, from a multiple of %d",
    (side, feeRate, expected) => {
      expect(cheaperFromMultiple({ side, feeRate })).toBeCloseTo(expected, 6);
    },
  );

  it.each([
    ["on-top", "EIS", 0.125, 1.525],
    ["on-top", "SEIS", 0.04, 1.1],
    ["inside", "EIS", 0.125, 2.5],
    ["inside", "SEIS", 0.125, 2.730769],
    ["inside", "EIS", 0.04, 1.147727],
    ["inside", "SEIS", 0, 0],
  ] as const)(
    "The multiple is higher when the fee %s leaves fewer shares for %s relief: at %d it is %d",
    (side, scheme, feeRate, expected) => {
      expect(cheaperFromMultiple({ side, feeRate, scheme })).toBeCloseTo(expected, 6);
    },
  );

  it("Both deals pay the same at the multiple from which the fee is cheaper", () => {
    const trial = { ...vip, feeRate: 0.125, exitMultiple: 1.525 };
    expect(dealResult(trial).netResultPence).toBe(4_000_00);
    expect(dealResult({ ...trial, ...traditionalSyndicate }).netResultPence).toBe(4_000_00);
    const eis = { ...trial, side: "inside", scheme: "EIS", exitMultiple: 2.5 } as const;
    expect(dealResult(eis).netResultPence).toBe(14_500_00);
    expect(dealResult({ ...eis, ...traditionalSyndicate }).netResultPence).toBe(14_500_00);
  });

  it("No multiple makes the fee cheaper when the fee inside is as large as the carry, or there is no carry", () => {
    expect(cheaperFromMultiple({ side: "inside", feeRate: 0.2 }, withoutEntryFee)).toBe(Number.POSITIVE_INFINITY);
    expect(cheaperFromMultiple({ side: "inside", feeRate: 0.3 }, withoutEntryFee)).toBe(Number.POSITIVE_INFINITY);
    expect(cheaperFromMultiple({ side: "on-top", feeRate: 0.04 }, { feeRate: 0, carryRate: 0 })).toBe(
      Number.POSITIVE_INFINITY,
    );
    expect(cheaperFromMultiple({ side: "inside", feeRate: 0 }, { feeRate: 0, carryRate: 0 })).toBe(0);
  });
});

describe("A year of equal deals", () => {
  it("A year of equal deals is the sum of its deals", () => {
    const premium = { ...vip, feeRate: 0.04, scheme: "EIS", incomeTaxRate: 0.4 } as const;
    expect(yearResult(premium, 4)).toEqual({
      sharesPence: 40_000_00,
      feePence: 1_600_00,
      cashOutPence: 41_600_00,
      incomeTaxReliefPence: 12_000_00,
      proceedsPence: 120_000_00,
      carryPence: 0,
      allowableLossPence: 0,
      lossReliefPence: 0,
      netResultPence: 90_400_00,
    });
  });

  it("A year of equal deals rounds each deal's fee separately", () => {
    expect(yearResult({ ...vip, investmentPence: 500_04, feeRate: 0.125 }, 2).feePence).toBe(125_02);
  });

  it("A year of equal deals takes carry on each deal's profit", () => {
    expect(yearResult({ ...vip, ...traditionalSyndicate }, 2)).toMatchObject({
      carryPence: 8_000_00,
      netResultPence: 31_600_00,
    });
  });

  it("A year gives relief up to its limit, and the larger loss relief that follows on a total loss", () => {
    const large = { ...vip, investmentPence: 50_000_00, scheme: "SEIS", incomeTaxRate: 0.4, exitMultiple: 0 } as const;
    expect(yearResult(large, 4)).toMatchObject({ incomeTaxReliefPence: 100_000_00, netResultPence: -60_000_00 });
    expect(yearResult(large, 12)).toMatchObject({
      sharesPence: 600_000_00,
      incomeTaxReliefPence: 100_000_00,
      allowableLossPence: 500_000_00,
      lossReliefPence: 200_000_00,
      netResultPence: -300_000_00,
    });
  });
});

describe("The cheapest membership over a year", () => {
  it.each([
    [500_00, 1, "Trial", 62_50],
    [4_646_00, 1, "Trial", 580_75],
    [4_648_00, 1, "Premium", 580_92],
    [5_000_00, 2, "Premium", 795_00],
    [14_749_00, 1, "Premium", 984_96],
    [14_750_00, 1, "VIP", 985_00],
    [10_000_00, 6, "VIP", 985_00],
    [10_000_00, 0, "Trial", 0],
  ])(
    "The cheapest membership for %d pence in each of %d deals is %s, at %d pence",
    (investmentPence, deals, name, totalPence) => {
      expect(membershipCosts(plans, investmentPence, deals)[0]).toMatchObject({ name, totalPence });
    },
  );

  it("The cheapest membership is listed first, and each has its price and fees", () => {
    expect(membershipCosts(plans, 5_000_00, 2)).toEqual([
      { name: "Premium", pricePence: 395_00, feesPence: 400_00, totalPence: 795_00 },
      { name: "VIP", pricePence: 985_00, feesPence: 0, totalPence: 985_00 },
      { name: "Trial", pricePence: 0, feesPence: 1_250_00, totalPence: 1_250_00 },
    ]);
  });
});
