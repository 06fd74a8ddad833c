import { expect, it } from "vitest";
import { clockText, daysLeft } from "./data-requests.tsx";

const now = Date.parse("2026-11-21T12:00:00Z");

it.each([
  ["2026-12-21T12:00:00Z", "30 days left"],
  ["2026-12-21T11:59:00Z", "30 days left"],
  ["2026-12-20T12:00:00Z", "29 days left"],
  ["2026-11-22T12:00:00Z", "1 day left"],
  ["2026-11-22T11:59:00Z", "Due today"],
  ["2026-11-21T11:59:00Z", "Overdue"],
])("An admin sees for a request that is due on %s: %s", (due, text) => {
  expect(clockText(daysLeft(due, now))).toBe(text);
});
