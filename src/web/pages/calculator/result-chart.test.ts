import { describe, expect, it } from "vitest";
import { defaultClub } from "#shared/settings/club.ts";
import { type DealEntry, defaultEntry } from "./deal-entry.ts";
import { dealSums } from "./deal-sums.ts";
import { crossingVerdict, dealVerdict, limitVerdict, planVerdict, yearVerdict } from "./result-chart.tsx";

const { plans } = defaultClub;
const sums = (change: Partial<DealEntry>) =>
  dealSums({ ...defaultEntry, scheme: "EIS", exitMultiple: 3, ...change }, plans);

describe("The verdict on a deal", () => {
  it.each([
    [{}, "That is £3,800 more than a syndicate that charges 2% to invest and 20% of the profit would leave you."],
    [{ exitMultiple: 1.1 }, "With a syndicate that charges 2% to invest and 20% of the profit it would be the same."],
    [
      { plan: "Trial", exitMultiple: 1.5 },
      "Here Kindling is dearer: a syndicate that charges 2% to invest and 20% of the profit would leave you £50 more.",
    ],
    [
      { exitMultiple: 0 },
      "Here Kindling is dearer: with a syndicate that charges 2% to invest and 20% of the profit you would lose £200 less. Without a profit there is no carry, and the larger fee hurts.",
    ],
    [
      { plan: "VIP", exitMultiple: 0 },
      "With a syndicate that charges 2% to invest and 20% of the profit you would lose £200 more.",
    ],
  ] as const)("The verdict on %o compares the deal with a syndicate", (change, words) => {
    expect(dealVerdict(sums(change), "Kindling")).toBe(words);
  });

  it("The verdict includes the membership over the year, even when that reverses the result", () => {
    expect(yearVerdict(sums({}), "Kindling")).toBe(
      "Count the £395 membership too, and a year of 4 deals like it ends £14,805 ahead of the syndicate.",
    );
    expect(yearVerdict(sums({ plan: "VIP", investmentPence: 500_00, dealsPerYear: 1 }), "Kindling")).toBe(
      "Count the £985 membership too, and a year with this one deal ends £775 behind the syndicate: Kindling is dearer.",
    );
    expect(yearVerdict(sums({ plan: "Trial" }), "Kindling")).toBeNull();
  });

  it("The verdict gives the multiple at which one becomes cheaper than the other", () => {
    expect(crossingVerdict(sums({ plan: "Trial", side: "inside", scheme: "none" }))).toBe(
      "Above 2.154× Trial leaves you more than the syndicate; up to 2.154× the syndicate leaves you as much or more.",
    );
    expect(crossingVerdict(sums({ plan: "VIP" }))).toBe("At no multiple does the syndicate leave you more than VIP.");
  });
});

describe("The verdict on a year", () => {
  it("The verdict on a year tells which plan costs least", () => {
    expect(planVerdict(sums({}))).toBe(
      "For 4 deals of £10,000 in a year VIP costs least: £985 in membership and fees, £1,010 less than your plan, Premium.",
    );
    expect(planVerdict(sums({ plan: "Trial", investmentPence: 500_00, dealsPerYear: 1 }))).toBe(
      "For 1 deal of £500 in a year your plan, Trial, costs least: £62.50 in membership and fees.",
    );
    expect(planVerdict(sums({ investmentPence: 14_750_00, dealsPerYear: 1 }))).toBe(
      "For 1 deal of £14,750 in a year VIP and your plan, Premium, cost the same: £985.",
    );
  });

  it("The verdict on a year tells what the scheme's limit takes away, once it is exceeded", () => {
    const four = { investmentPence: 50_000_00, scheme: "SEIS" } as const;
    expect(limitVerdict(sums(four))).toBeNull();
    expect(limitVerdict(sums({ ...four, dealsPerYear: 5 }))).toBe(
      "5 deals put £250,000 into shares. SEIS relief stops at £200,000 of shares in a tax year, so the year’s relief is £100,000 and not £125,000.",
    );
    expect(limitVerdict(sums({ ...four, dealsPerYear: 5, incomeTaxPercent: 0 }))).toBeNull();
  });
});

it("A person who pays no Income Tax sees no relief", () => {
  expect(sums({ incomeTaxPercent: 0 }).club.result).toMatchObject({
    incomeTaxReliefPence: 0,
    netResultPence: 19_600_00,
  });
});
