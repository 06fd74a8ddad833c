import { expect, it } from "vitest";
import { recordKeptUntil, retainUntil } from "./retain-until.ts";

it.each([
  ["2027-11-21", 6, "2033-11-21"],
  ["2028-02-29", 6, "2034-02-28"],
  ["2028-02-29", 8, "2036-02-29"],
  ["2024-12-31", 1, null],
  ["2025-11-22", 1, null],
  ["2025-11-23", 1, "2026-11-23"],
])("Records needed until %s are kept for %i years: until %s", (neededUntil, years, until) => {
  expect(retainUntil(neededUntil, years, "2026-11-22")).toBe(until);
});

it("A record that was never needed is not kept", () => {
  expect(retainUntil(null, 6, "2026-11-22")).toBeNull();
});

it.each([
  { needed_until: "2027-10-28", holds_shares: true, until: "2033-10-28" },
  { needed_until: "2025-03-01", holds_shares: true, until: "2032-11-22" },
  { needed_until: null, holds_shares: true, until: "2032-11-22" },
  { needed_until: "2025-03-01", holds_shares: false, until: "2031-03-01" },
  { needed_until: null, holds_shares: false, until: null },
])(
  "A record is kept until $until: needed until $needed_until, holding shares $holds_shares",
  ({ until, ...record }) => {
    expect(recordKeptUntil(record, 6, "2026-11-22")).toBe(until);
  },
);
