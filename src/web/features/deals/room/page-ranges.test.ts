import { expect, it } from "vitest";
import { pageWords } from "./page-ranges.ts";

it.each([
  [[], ""],
  [[4], "page 4"],
  [[1, 2], "pages 1–2"],
  [[1, 2, 3, 4, 5, 6, 7, 9], "pages 1–7, 9"],
  [[2, 4, 5, 300], "pages 2, 4–5, 300"],
])("Pages %j are written as %j", (pages, words) => {
  expect(pageWords(pages)).toBe(words);
});
