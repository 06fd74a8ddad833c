import { expect, it } from "vitest";
import { terms } from "#shared/club.ts";
import { longestWeeks, shortestWeeks } from "./raise-steps.ts";

it("The steps of a raise add up to the time that founders are told", () => {
  expect([shortestWeeks, longestWeeks]).toEqual([4, 8]);
  expect(terms.weeksToCloseForFounders).toMatch(/^4\D8$/);
});
