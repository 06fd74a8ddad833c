import { describe, expect, it } from "vitest";
import { amountParser, numberFields, parseCount, parseMultiple, typedNumbers } from "./deal-entry.ts";

const parseAmount = amountParser(500_00);
const numbers = typedNumbers(500_00);

describe("A typed amount", () => {
  it.each([
    ["500", 500_00],
    ["£10,000", 10_000_00],
    [" £ 10 000 ", 10_000_00],
    ["1234.56", 1_234_56],
    ["1234.5", 1_234_50],
    ["50,000.00", 50_000_00],
  ])("The amount %s is %d pence", (text, pence) => {
    expect(parseAmount(text)).toBe(pence);
  });

  it.each(["", "£", "499", "50001", "10,00", "1.000,00", "10k", "-500", "500.001", "1e4"])(
    "rejects the amount %j",
    (text) => {
      expect(parseAmount(text)).toBeNull();
    },
  );
});

describe("A typed number of deals", () => {
  it("A number of deals is whole, from 1 to 12", () => {
    expect(["1", " 4 ", "12"].map(parseCount)).toEqual([1, 4, 12]);
    expect(["", "0", "13", "2.5", "four", "-1"].map(parseCount)).toEqual([null, null, null, null, null, null]);
  });
});

describe("A typed multiple", () => {
  it("A multiple is a number from 0 to 100, with or without a multiplication sign", () => {
    expect(["0", "3x", "2.5 ×", ".5", "1.625", "2.", "100"].map(parseMultiple)).toEqual([
      0, 3, 2.5, 0.5, 1.625, 2, 100,
    ]);
  });

  it("A multiple is parsed in linear time, since a link may contain a long one", () => {
    expect(parseMultiple(`1${" ".repeat(500_000)}1`)).toBeNull();
  });

  it("rejects a multiple with a comma as the decimal point", () => {
    expect(["1,5", "", "x", "-1", "100.1", "1.2345", "1e1"].map(parseMultiple)).toEqual(Array(7).fill(null));
  });
});

it("A formatted number is parsed back to the same value", () => {
  const { amount, deals, multiple } = numberFields;
  expect(numbers.amount.parse(amount.write(1_234_50))).toBe(1_234_50);
  expect(numbers.deals.parse(deals.write(7))).toBe(7);
  expect(numbers.multiple.parse(multiple.write(1.525))).toBe(1.525);
});

it.each([
  ["amount", "", "Enter an amount from £500 to £50,000."],
  ["amount", "200", "Enter an amount from £500 to £50,000."],
  ["amount", "50,000.01", "Enter an amount from £500 to £50,000."],
  ["amount", "500.005", "Please enter an amount like 395 or 395.50"],
  ["amount", "10k", "Please enter an amount like 395 or 395.50"],
  ["amount", "1,75", "Please enter an amount like 395 or 395.50"],
  ["deals", "13", "Enter a whole number from 1 to 12."],
  ["deals", "2.5", "Enter a whole number from 1 to 12."],
  ["multiple", "1,5", "Enter a number from 0 to 100, such as 2.5."],
] as const)("The field of the %s tells for %j how it is typed, or its limits", (field, typed, problem) => {
  expect(numbers[field].problemOf(typed)).toBe(problem);
});
