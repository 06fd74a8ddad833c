import { expect, it } from "vitest";
import { roundingExample } from "#shared/statements/sign-statement-messages.ts";
import { rounded, roundingHint, shownPounds, stepOfPath, stepsOf, typedFigure } from "./draft.ts";

it.each([
  ["£120,000", 120_000],
  ["120 000.00", 120_000],
  ["0", 0],
  ["120.50", "120.50"],
  ["-120000", "-120000"],
  ["1,20,000", "1,20,000"],
  ["£120k", "£120k"],
  ["a lot", "a lot"],
  ["", ""],
])("The figure %j is sent as %j", (typed, sent) => {
  expect(typedFigure("pounds", typed)).toBe(sent);
});

it("A count has no pounds, and a line that looks like a number stays text", () => {
  expect(["2", "£2", "2.0"].map((typed) => typedFigure("count", typed))).toEqual([2, "£2", "2.0"]);
  expect(typedFigure("line", "01234567")).toBe("01234567");
});

it("A figure is shown in pounds, and text that is no figure stays as typed", () => {
  expect(shownPounds("120000")).toBe("£120,000");
  expect(shownPounds("a lot")).toBe("a lot");
});

it.each([
  ["answers.income.fields.amount", "answers"],
  ["none_apply", "answers"],
  ["declarations.risk", "read"],
  ["legal_name", "sign"],
  ["date_of_birth", "record"],
])("An error of %s is shown on the step %s", (path, step) => {
  expect(stepOfPath(path)).toBe(step);
});

it("A statement has six steps, and one less for somebody with an investor record", () => {
  expect(stepsOf(true)).toEqual(["which", "answers", "record", "read", "sign", "done"]);
  expect(stepsOf(false)).toEqual(["which", "answers", "read", "sign", "done"]);
});

it("A figure is rounded as the form asks, and rounding lifts none over the threshold", () => {
  const income = { least: 100_000, nearest: 10_000 };
  expect([118_500, 100_000, 104_999, 99_999, "a lot"].map((typed) => rounded(typed, income))).toEqual([
    120_000,
    100_000,
    100_000,
    99_999,
    "a lot",
  ]);
  expect(rounded(250_000, { least: 250_000, nearest: 100_000 })).toBe(300_000);
  expect(rounded(3, { least: 2, nearest: null })).toBe(3);
});

it("The hint tells what a figure is rounded to, and gives an example where none is typed", () => {
  const income = { least: 100_000, nearest: 10_000 };
  expect(["£118,500", "", "£120,000", "£99,000"].map((typed) => roundingHint(typed, income))).toEqual([
    "We read £118,500 as £120,000",
    "For example, we read £123,400 as £120,000",
    undefined,
    undefined,
  ]);
  expect(roundingExample({ least: 250_000, nearest: 100_000 })).toBe("For example, we read £250,000 as £300,000");
});
