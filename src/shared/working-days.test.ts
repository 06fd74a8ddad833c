import { expect, it } from "vitest";
import { lastWorkingDay, workingDaysBetween } from "./working-days.ts";

it.each([
  ["2026-11-20", "2026-11-20", 0],
  ["2026-11-19", "2026-11-20", 1],
  ["2026-11-20", "2026-11-21", 0],
  ["2026-11-20", "2026-11-22", 0],
  ["2026-11-20", "2026-11-23", 1],
  ["2026-11-21", "2026-11-23", 1],
  ["2026-11-06", "2026-11-20", 10],
  ["2026-11-23", "2026-11-20", -1],
  ["2026-12-31", "2027-01-01", 1],
])("The days after %s, up to %s, have %i working days", (after, until, count) => {
  expect(workingDaysBetween(after, until)).toBe(count);
});

it.each([
  ["2026-11-20", "2026-11-20"],
  ["2026-11-21", "2026-11-20"],
  ["2026-11-22", "2026-11-20"],
  ["2026-11-23", "2026-11-23"],
])("The last working day of %s is %s", (day, last) => {
  expect(lastWorkingDay(day)).toBe(last);
});
