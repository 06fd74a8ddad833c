import { expect, it } from "vitest";
import { ownTime } from "./own-time.ts";

const dinner = { date: "2026-12-04T18:30:00.000Z", ends_at: "2026-12-04T21:30:00.000Z" };

it.each([
  ["Europe/London", undefined],
  ["Europe/Lisbon", undefined],
  ["America/New_York", "13:30–16:30 Eastern Standard Time"],
  ["Asia/Tokyo", "Saturday 5 December 2026, 03:30–06:30 Japan Standard Time"],
  ["Asia/Karachi", "Friday 4 December 2026, 23:30 – Saturday 5 December 2026, 02:30 Pakistan Standard Time"],
])("A reader in %s sees %s", (zone, expected) => {
  expect(ownTime(dinner, zone)).toBe(expected);
});

it("A reader sees summer time in summer", () => {
  const picnic = { date: "2026-07-04T17:30:00.000Z", ends_at: "2026-07-04T20:30:00.000Z" };
  expect(ownTime(picnic, "America/New_York")).toBe("13:30–16:30 Eastern Daylight Time");
});
