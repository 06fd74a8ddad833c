import { expect, it } from "vitest";
import { partOf } from "./part-of.ts";

it.each([
  [6_879, 9_677, "71%"],
  [755, 833, "91%"],
  [9_676, 9_677, "99%"],
  [9_677, 9_677, "100%"],
  [1, 9_677, "under 1%"],
  [0, 9_677, "0%"],
])("A part of %d of %d is %s", (part, whole, words) => {
  expect(partOf(part, whole)).toBe(words);
});
