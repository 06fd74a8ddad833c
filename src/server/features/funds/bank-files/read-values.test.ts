import { assert, integer, property } from "fast-check";
import { expect, it } from "vitest";
import { readAmount } from "./read-values.ts";

it.each([
  ["19004.24", 1_900_424],
  ["1,234.56", 123_456],
  ["1,234,567.80", 123_456_780],
  ["-10.00", -1000],
  ["\u221210.00", -1000],
  ["+10.00", 1000],
  ["£10.00", 1000],
  ["-£10.00", -1000],
  ["£-10.00", -1000],
  ["(10.00)", -1000],
  ["(£1,234.56)", -123_456],
  ["26.7", 2670],
  [".54", 54],
  ["-.54", -54],
  ["5", 500],
  [" 0.10 ", 10],
  ["-0.00", 0],
  ["10.00-", -1000],
  ["10.00 CR", 1000],
  ["10.00DR", -1000],
  ["GBP 10.00", 1000],
  ["-10.00 GBP", -1000],
  ["4.35", 435],
  ["£10 000", 1_000_000],
  ["1 234.56", 123_456],
  ["12 345.60 CR", 1_234_560],
  ["9999999999.99", 999_999_999_999],
])("An amount written %j is read as %i pence", (text, pence) => {
  expect(readAmount(text)).toBe(pence);
});

it.each([
  ...["", "-", "£", ".", "1.234", "1.234,56", "10,00", "12,34.56", "1 23.56", "--1", "-£-1", "(-1)", "(1", "1)"],
  ...[
    "1.23E+05",
    "10.00 CR-",
    "-10.00-",
    "(10.00-)",
    "-10.00 DR",
    "10.00 XR",
    "$10.00",
    "0x10",
    "NaN",
    "10000000000.00",
    "1e3",
    "１０",
  ],
])("No amount is read in %j", (text) => {
  expect(readAmount(text)).toBeUndefined();
});

it("Every amount is read to the penny", () => {
  assert(
    property(integer({ min: -999_999_999_999, max: 999_999_999_999 }), (pence) => {
      const digits = String(Math.abs(pence)).padStart(3, "0");
      const text = `${pence < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
      expect(readAmount(text)).toBe(pence);
    }),
  );
});
