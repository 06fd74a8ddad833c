import { expect, it } from "vitest";
import { endOfQuietHours } from "./quiet-hours.ts";

it.each([
  ["in winter, late", "2026-11-23T22:00:00Z", "2026-11-24T07:00:00.000Z"],
  ["in winter, early", "2026-11-24T06:59:59Z", "2026-11-24T07:00:00.000Z"],
  ["in summer, late", "2026-07-31T21:30:00Z", "2026-08-01T06:00:00.000Z"],
  ["in summer, early", "2026-08-01T05:59:00Z", "2026-08-01T06:00:00.000Z"],
  ["before the clocks go forward", "2027-03-27T22:30:00Z", "2027-03-28T06:00:00.000Z"],
  ["before the clocks go back", "2026-10-24T21:30:00Z", "2026-10-25T07:00:00.000Z"],
])("Quiet hours end at 07:00 in London %s", (_when, moment, end) => {
  expect(endOfQuietHours(new Date(moment))?.toISOString()).toBe(end);
});

it.each(["2026-11-23T07:00:00Z", "2026-11-23T21:59:59Z", "2026-07-31T06:00:00Z", "2026-07-31T20:59:00Z"])(
  "Quiet hours do not hold at %s",
  (moment) => expect(endOfQuietHours(new Date(moment))).toBeUndefined(),
);
