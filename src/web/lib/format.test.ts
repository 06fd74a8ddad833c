import { expect, test } from "vitest";
import { dayOfMonth, percent, times } from "./format.ts";

test("dayOfMonth writes the day in London without a zero before it", () => {
  expect(dayOfMonth("2026-12-03T19:00:00Z")).toBe("3");
  expect(dayOfMonth("2026-07-30T23:30:00Z")).toBe("31");
});

test("times and percent write numbers as the language's own format does", () => {
  const { format } = new Intl.NumberFormat("en-GB", { maximumFractionDigits: 3 });
  for (const value of [0, 1.5, -0.5, 1.23456, 12.3456, 1234.5, -1234567, 999.9996]) {
    expect(times(value)).toBe(`${format(value)}×`);
    expect(percent(value / 100)).toBe(`${format(value)}%`);
  }
});
