import { expect, it } from "vitest";
import { hasEveryWord } from "./match-words.ts";

it.each([
  "o'briain",
  "o’briain",
  "O‘BRIAIN",
  "muller o'briain",
  '"O’Briain"',
  "“Müller” ",
  "„Müller“",
  "müller, o’briain",
  " ",
])("finds O’Briain & Müller by %s", (query) => {
  expect(hasEveryWord("O’Briain & Müller", query)).toBe(true);
  expect(hasEveryWord("O'Briain & Muller", query)).toBe(true);
});

it("does not find a text that lacks a word", () => {
  expect(hasEveryWord("O’Briain & Müller", "“Müller” Robotics")).toBe(false);
});
