import { expect, it } from "vitest";
import { roundingExample } from "#shared/statements/sign-statement-messages.ts";
import { shownPounds, stepOfPath, typedFigure } from "./draft.ts";

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
])("%j is sent as %j", (typed, sent) => {
  expect(typedFigure("pounds", typed)).toBe(sent);
});

it("A count has no pounds, and a line that looks like a number stays text", () => {
  expect(["2", "£2", "2.0"].map((typed) => typedFigure("count", typed))).toEqual([2, "£2", "2.0"]);
  expect(typedFigure("line", "01234567")).toBe("01234567");
});

it("A figure is shown in pounds; what is none stays as typed", () => {
  expect(shownPounds("120000")).toBe("£120,000");
  expect(shownPounds("a lot")).toBe("a lot");
});

it.each([
  ["answers.income.fields.amount", "income"],
  ["none_apply", "none"],
  ["declarations.risk", "declarations"],
  ["legal_name", "signature"],
  ["date_of_birth", "record"],
])("An error of %s is shown on the page %s", (path, step) => {
  expect(stepOfPath(path)).toBe(step);
});

it("The example of rounding has the form's own figures, and its threshold where that is rounded itself", () => {
  expect(roundingExample({ least: 100_000, nearest: 10_000 })).toBe(
    "£123,400 is entered as £120,000. £125,000 would be entered as £130,000.",
  );
  expect(roundingExample({ least: 250_000, nearest: 100_000 })).toBe(
    "£250,000 is entered as £300,000. £350,000 would be entered as £400,000.",
  );
});
