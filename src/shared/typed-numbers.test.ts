import { describe, expect, it } from "vitest";
import { plainPounds } from "./pence.ts";
import {
  isBlank,
  type NumberKind,
  numberKinds,
  readBp,
  readCount,
  readMultiple,
  readPercent,
  readPounds,
  readPrice,
  readShares,
  readSignedBp,
  readSignedPounds,
  readWholePercent,
  readWholePounds,
  readYear,
  typedProblem,
} from "./typed-numbers.ts";

const noBreak = "\u00A0";
const thin = "\u2009";
const narrow = "\u202F";
const zeroWidth = "\u200B";
const leftToRight = "\u200E";

const everyKind = Object.keys(numberKinds) as NumberKind[];

describe.each(everyKind)("Every field for %s", (kind) => {
  it.each([
    ...["1,75", "500,00", "1.000,50", "1 000,5", "0,5", "0,500", "10,00,000", "1,0000", "1,000 000", "1'000"],
    ...["10k", "£10k", "1e3", "0x10", "NaN", "Infinity", "ten", "--5", "5-", "- -5", "(5)", "+5", "1/2"],
    ...["£", "%", "-", ".", "1..5", "1.2.3", "££5", "£5£", "$5", "€5", "EUR 5", "5 6", "10 00", "1\t000", "1\n000"],
    ...["\uFF11\uFF10\uFF10", "\u0661\u0662", "1\u200B000", "500.0050001"],
  ])("A field for a number refuses %j with an example", (typed) => {
    expect(typedProblem(kind, typed)).toMatch(/^Please enter an? .* like [-\d]/);
  });

  it("An empty field has no problem, as it may be optional", () => {
    expect(["", "  ", zeroWidth, noBreak].map((typed) => typedProblem(kind, typed))).toEqual(Array(4).fill(undefined));
    expect([isBlank(` ${zeroWidth}`), isBlank("0")]).toEqual([true, false]);
  });

  it("A field's own examples are accepted", () => {
    const [, given = ""] = /like (.*)$/.exec(numberKinds[kind].problem) ?? [];
    for (const example of given.split(" or ")) expect(typedProblem(kind, example)).toBeUndefined();
  });
});

it.each([
  ["price", ".75", "Please enter a price with a figure before the point, like 0.75"],
  ["price", " £.8349 ", "Please enter a price with a figure before the point, like 0.8349"],
  ["price", "75p", "Please enter a price in pounds, like 0.75"],
  ["price", "1.000", "Please enter a price like 1,000 or 1.00"],
  ["price", "£ 250.000", "Please enter a price like 250,000 or 250.00"],
  ["pounds", "1.000", "Please enter an amount like 1,000 or 1.00"],
  ["signed_pounds", "12.000", "Please enter an amount like 12,000 or 12.00"],
  ["price", "1,000,000,000", "Please enter a price below £100,000,000"],
  ["price", "100000000.5", "Please enter a price below £100,000,000"],
  ["pounds", "150 P", "Please enter an amount in pounds, like 1.50"],
  ["signed_pounds", ".5", "Please enter an amount with a figure before the point, like 0.5"],
  ["pounds", ".755", "Please enter an amount like 395 or 395.50"],
  ["count", "75p", "Please enter a whole number like 12 or 1,000"],
  ["price", "12345678901234567890", "Please enter a price below £100,000,000"],
  ["price", "1.1234567", "Please enter a price with at most six decimals, like 2.50 or 0.8349"],
  ["pounds", "£12345678901234567890", "Please enter a smaller amount"],
  ["pounds", "1,000,000,000,000,000.50", "Please enter a smaller amount"],
  ["pounds", "12345678901234567890,5", "Please enter an amount like 395 or 395.50"],
  ["signed_pounds", "-12345678901234567890", "Please enter a smaller amount"],
  ["whole_pounds", "12345678901234567890", "Please enter a smaller amount"],
  ["shares", "12345678901234567890", "Please enter a smaller number"],
  ["percent", "1234567 %", "Please enter a smaller percentage"],
  ["multiple", "1234567890x", "Please enter a smaller number"],
  ["year", "201900", "Please enter a year like 2019"],
] as const)("The refusal of a field for %s tells how to write %j", (kind, typed, problem) => {
  expect(typedProblem(kind, typed)).toBe(problem);
});

describe("Pounds", () => {
  it.each([
    ["1000", 1000_00],
    ["1,000", 1000_00],
    ["£1,000.00", 1000_00],
    ["£ 1 000", 1000_00],
    [" 1 000 ", 1000_00],
    [`1${noBreak}000`, 1000_00],
    [`1${thin}000${narrow}000`, 1_000_000_00],
    [`${zeroWidth}£1,000${leftToRight}`, 1000_00],
    ["GBP 5", 5_00],
    ["gbp1,000.50", 1000_50],
    ["5 £", 5_00],
    ["5£", 5_00],
    ["5.50 GBP", 5_50],
    ["1000.5", 1000_50],
    ["0.07", 7],
    ["0.29", 29],
    ["1.1", 110],
    ["0", 0],
    ["1,234,567.89", 1_234_567_89],
    ["9999999999999.99", 999_999_999_999_999],
  ])("reads %j as pounds", (typed, pence) => {
    expect([readPounds(typed), readSignedPounds(typed)]).toEqual([pence, pence]);
  });

  it.each(["500.005", "1.000", "-5", "-£5", "1000.", ".50", "12.5%"])("refuses %j as pounds", (typed) => {
    expect(readPounds(typed)).toBeNull();
  });

  it("reads back each amount that the club writes into a field", () => {
    for (const pence of [0, 1, 99, 100, 12_000_00, 123_456_789_01]) expect(readPounds(plainPounds(pence))).toBe(pence);
  });

  it.each([
    ["-5", -5_00],
    ["−£1,000.50", -1000_50],
    ["-0", 0],
    ["5", 5_00],
    ["- 5", null],
    ["£-5", null],
  ])("reads pounds in %j with a sign", (typed, pence) => {
    expect(readSignedPounds(typed)).toBe(pence);
  });

  it.each([
    ["£120,000", 120_000],
    ["120 000.00", 120_000],
    ["0", 0],
    ["120,000.50", null],
  ])("reads %j as whole pounds", (typed, pounds) => {
    expect(readWholePounds(typed)).toBe(pounds);
  });
});

describe("Prices of a share", () => {
  it.each([
    ["1.75", "1.75"],
    ["£1,240.5", "1240.5"],
    [" 0.8349 ", "0.8349"],
    ["2", "2"],
    ["0.000001", "0.000001"],
    ["12345678", "12345678"],
    ["1.333", "1.333"],
    ["0.125", "0.125"],
    ["1000.000", "1000.000"],
    ["1,000.000", "1000.000"],
    ["1.0000", "1.0000"],
    ["GBP 5", "5"],
    ["5 £", "5"],
    ["1.000", null],
    ["£250.000", null],
    ["GBP 5 £", null],
    ["123456789", null],
    ["0.0000001", null],
    ["-1", null],
  ])("reads the price %j as %j, digit by digit", (typed, price) => {
    expect(readPrice(typed)).toBe(price);
  });
});

describe("Counts", () => {
  it.each([
    ["1000", 1000],
    ["1,000", 1000],
    [" 1 000 ", 1000],
    ["0", 0],
    ["1.000", null],
    ["1.5", null],
    ["1000.0", null],
    ["£5", null],
    ["-5", null],
  ])("reads the count %j as %j", (typed, count) => {
    expect(readCount(typed)).toBe(count);
  });

  it.each([
    ["1,200.00", 1200],
    ["1200.0", 1200],
    ["1 200", 1200],
    ["1.000", null],
    ["1200.5", null],
    ["1,200.", null],
  ])("reads %j as %j shares in every form and import", (typed, shares) => {
    expect(readShares(typed)).toBe(shares);
    expect(numberKinds.shares.read(typed)).toBe(shares);
  });

  it.each([
    ["2019", 2019],
    [" 2019 ", 2019],
    ["2,019", null],
    ["19", null],
    ["2019.0", null],
  ])("reads the text %j as the year %j", (typed, year) => {
    expect(readYear(typed)).toBe(year);
  });
});

describe("Per cents", () => {
  it.each([
    ["12.5", 1250],
    ["12.5%", 1250],
    ["12.5 %", 1250],
    [`12.5${noBreak}%`, 1250],
    ["0", 0],
    ["100", 10_000],
    ["0.07", 7],
    ["12.555", null],
    ["1,250", null],
    ["%5", null],
    ["5%%", null],
    ["£5", null],
    ["-4", null],
  ])("reads the per cent %j as %j basis points", (typed, bp) => {
    expect(readBp(typed)).toBe(bp);
  });

  it("A per cent has two decimals in the settings, none in the terms, and a sign in updates", () => {
    expect([readPercent("12.34 %"), readPercent("12,5")]).toEqual([12.34, null]);
    expect([readWholePercent("50%"), readWholePercent("50.0"), readWholePercent("50.5")]).toEqual([50, 50, null]);
    expect([readSignedBp("-4.5%"), readSignedBp("−4"), readSignedBp("--4")]).toEqual([-450, -400, null]);
  });
});

describe("Multiples", () => {
  it.each([
    ["2.5", 2.5],
    ["2.5x", 2.5],
    [" 2.5 × ", 2.5],
    ["0", 0],
    [".5", 0.5],
    ["1.2345", null],
    ["-1", null],
    ["2,5", null],
  ])("reads the multiple %j as %j", (typed, multiple) => {
    expect(readMultiple(typed)).toBe(multiple);
  });
});
