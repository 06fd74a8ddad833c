import { expect, it } from "vitest";
import {
  daysBetween,
  formatTaxYear,
  heldThreeYearsOn,
  lossClaimableUntil,
  reliefClaimableUntil,
  taxYearOf,
} from "./tax-dates.ts";

it.each([
  ["2027-04-05", "2026/27"],
  ["2027-04-06", "2027/28"],
  ["2027-02-02", "2026/27"],
  ["1999-12-31", "1999/00"],
])("The day %s lies in the tax year %s", (day, year) => {
  expect(formatTaxYear(taxYearOf(day))).toBe(year);
});

it("Relief can be claimed until five years after the 31 January that follows, a year less if carried back", () => {
  expect(reliefClaimableUntil("2027-02-02")).toBe("2033-01-31");
  expect(reliefClaimableUntil("2027-02-02", { isCarriedBack: true })).toBe("2032-01-31");
  expect(reliefClaimableUntil("2027-05-17")).toBe("2034-01-31");
});

it("A loss can be claimed until a year after the 31 January that follows", () => {
  expect(lossClaimableUntil("2029-09-30", { hasScheme: true })).toBe("2032-01-31");
  // HMRC's own examples: a loss of 2020 to 2021 until 5 April 2025.
  expect(lossClaimableUntil("2020-04-06", { hasScheme: false })).toBe("2025-04-05");
  expect(lossClaimableUntil("2021-04-05", { hasScheme: false })).toBe("2025-04-05");
});

it("Shares are held for three years on the same day, and from 29 February on 1 March", () => {
  expect([heldThreeYearsOn("2027-02-02"), heldThreeYearsOn("2028-03-28"), heldThreeYearsOn("2028-02-29")]).toEqual([
    "2030-02-02",
    "2031-03-28",
    "2031-03-01",
  ]);
});

it("Days are whole, across changes of the clocks", () => {
  expect([daysBetween("2027-03-27", "2027-03-29"), daysBetween("2027-10-31", "2027-10-30")]).toEqual([2, -1]);
});
