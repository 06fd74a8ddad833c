import { describe, expect, it } from "vitest";
import { isMostlyYearOld, multipleOf, rateOfReturn } from "./rate-of-return.ts";

const flows = (...pairs: [day: string, pence: number][]) => pairs.map(([day, pence]) => ({ day, pence }));

describe("The yearly rate", () => {
  it.each([
    ["a year", flows(["2026-01-01", -10_000], ["2027-01-01", 11_000]), 0.1],
    ["366 days", flows(["2024-01-01", -10_000], ["2025-01-01", 11_000]), 0.099714],
    [
      "a spreadsheet's example",
      flows(
        ["2008-01-01", -10_000],
        ["2008-03-01", 2_750],
        ["2008-10-30", 4_250],
        ["2009-02-15", 3_250],
        ["2009-04-01", 2_750],
      ),
      0.373363,
    ],
    ["almost nothing back", flows(["2011-07-01", -10_000], ["2014-07-01", 1]), -0.953454],
    ["six days", flows(["2021-08-03", -99_995], ["2021-08-09", 97_642]), -0.765099],
    [
      "two deals, one written off",
      flows(["2027-01-28", -959_621], ["2027-05-10", -225_000], ["2031-07-02", 4_252_647]),
      0.339199,
    ],
    ["two flows of a day", flows(["2027-01-25", -500], ["2027-01-25", -500], ["2028-01-25", 1_100]), 0.1],
  ])("The yearly rate is right for %s", (_what, given, rate) => {
    expect(rateOfReturn(given)).toBeCloseTo(rate, 6);
    expect(rateOfReturn(given.toReversed())).toBe(rateOfReturn(given));
  });

  it("The yearly rate is -100% where nothing came back", () => {
    expect(rateOfReturn(flows(["2027-01-25", -100], ["2028-01-25", -50]))).toBe(-1);
  });

  it.each([
    ["no flows", []],
    ["only what came back", flows(["2027-01-25", 100])],
    ["two rates", flows(["2027-01-01", -1_000], ["2028-01-01", 2_500], ["2029-01-01", -1_540])],
    ["flows that cancel out", flows(["2027-01-25", 100], ["2027-01-25", -100])],
    ["a value below what was paid that day", flows(["2026-01-25", -100], ["2027-01-25", -500], ["2027-01-25", 444])],
  ])("No yearly rate is given for %s", (_what, given) => {
    expect(rateOfReturn(given)).toBeNull();
  });

  it("A rate is shown once at least half of the money has been in for 365 days", () => {
    const payments = flows(["2027-01-25", 500], ["2027-06-01", 500]);
    expect([isMostlyYearOld(payments, "2028-01-24"), isMostlyYearOld(payments, "2028-01-25")]).toEqual([false, true]);
    expect(isMostlyYearOld([...payments, ...flows(["2027-07-01", 1])], "2028-01-25")).toBe(false);
  });
});

it("A multiple is what came back for a pound paid in", () => {
  expect(multipleOf(4_252_647, 1_184_621)).toBeCloseTo(3.58988, 6);
  expect(multipleOf(0, 0)).toBeNull();
});
