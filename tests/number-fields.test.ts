import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

/** Sources of the pages by their path, without their tests. */
const sources = new Map(
  readdirSync("src/web", { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
    .map((path) => [path.replaceAll("\\", "/"), readFileSync(`src/web/${path}`, "utf8")]),
);

const placesOf = (pattern: RegExp): string[] =>
  [...sources].flatMap(([path, text]) => [...text.matchAll(pattern)].map(([found]) => `${path}: ${found}`)).sort();

describe("A field for a number", () => {
  it("Every field for a number is a NumberInput: other fields of digits are codes or bank accounts", () => {
    expect(placesOf(/inputMode=?[:{"\s]+(numeric|decimal)/g)).toEqual([
      'features/account/two-factor/authenticator-setup.tsx: inputMode="numeric',
      'features/acts/sign-dialog.tsx: inputMode="numeric',
      'features/funds/account/account-fields.tsx: inputMode="numeric',
      'features/funds/account/account-fields.tsx: inputMode="numeric',
      'pages/login/code-step.tsx: inputMode: "numeric',
      'ui/date-input.tsx: inputMode="numeric',
    ]);
  });

  it("No field for a number has the browser's own type, whose value is empty for what it cannot read", () => {
    expect(placesOf(/type=?[:{"\s]+number"|valueAsNumber/g)).toEqual([]);
  });

  it("No field for a number drops letters while somebody types", () => {
    const handlers = placesOf(/onChange=\{(?:[^{}]|\{[^{}]*\})*\.replace(?:All)?\((?:[^{}]|\{[^{}]*\})*\}/g);
    // The caption of a picture: its white space only.
    expect(handlers.map((place) => place.replace(/: .*/s, ""))).toEqual(["features/content/editor/picture-dialog.tsx"]);
  });

  it("Every number is read by the one parser: nothing else strips commas or signs, or reads floats", () => {
    expect(placesOf(/parseInt|parseFloat|replace(?:All)?\(\s*(?:"[,£]"|\/[^/]*[£,][^/]*\/g?)\s*,\s*""/g)).toEqual([]);
  });

  it("Text is turned into a number in these places only, none of which is typed", () => {
    const typed = /\bNumber\((?:typed|text|value|values?\.\w+|rest\.\w+|[\w.]*\.trim\(\))\)/g;
    // Digits of a day, a month and a year.
    expect(placesOf(typed)).toEqual(["ui/date-input.tsx: Number(text)"]);
  });
});

it("The test finds the fields that it looks for", () => {
  const fields = placesOf(/<Number(?:Field|Input)\b/g);
  expect(fields.length).toBeGreaterThan(35);
});
