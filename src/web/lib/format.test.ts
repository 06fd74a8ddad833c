import { expect, test } from "vitest";
import { dayOfMonth } from "./format.ts";

test("writes the day of a month in London without a zero before it", () => {
  expect(dayOfMonth("2026-12-03T19:00:00Z")).toBe("3");
  expect(dayOfMonth("2026-07-30T23:30:00Z")).toBe("31");
});
