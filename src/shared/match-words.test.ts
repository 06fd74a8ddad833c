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
])("A search for %s finds O’Briain & Müller", (query) => {
  expect(hasEveryWord("O’Briain & Müller", query)).toBe(true);
  expect(hasEveryWord("O'Briain & Muller", query)).toBe(true);
});

it("A search does not find a text that lacks one of its words", () => {
  expect(hasEveryWord("O’Briain & Müller", "“Müller” Robotics")).toBe(false);
});
