import { expect, it } from "vitest";
import { goodThrough, reminderDays } from "./statement-validity.ts";

it.each([
  ["2026-11-22", "2027-11-21"],
  ["2028-02-29", "2029-02-27"],
  ["2028-03-01", "2029-02-28"],
  ["2027-01-01", "2027-12-31"],
])("A statement signed on %s is good through %s", (signedOn, validThrough) => {
  expect(goodThrough(signedOn)).toBe(validThrough);
});

it("Reminders come 60, 30, 7 and 1 days before the last day", () => {
  expect(reminderDays("2027-11-21")).toEqual(["2027-09-22", "2027-10-22", "2027-11-14", "2027-11-20"]);
});
