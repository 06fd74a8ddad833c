import { expect, it } from "vitest";
import { defaultClub as club } from "#shared/settings/club.ts";
import { weeksToFunds } from "../founders-page.tsx";

it("The steps of a raise add up to the time that founders are told", () => {
  expect(weeksToFunds(club)).toEqual([4, 8]);
  expect(club.figures.weeks_to_close_for_founders).toMatch(/^4\D8$/);
});
