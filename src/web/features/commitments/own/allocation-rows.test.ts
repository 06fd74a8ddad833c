import { expect, it } from "vitest";
import { askedTimes } from "#shared/commitments/commitment-cases.ts";
import type { OwnAllocation } from "#shared/commitments/commitments.ts";
import { ownAllocation as allocation } from "#tests/support/own-allocation.ts";
import { allocationRows } from "./shared-out.tsx";

const rows = (changes: Partial<OwnAllocation> = {}) =>
  allocationRows({ ...allocation, ...changes }, 100_000_00, "1.24").map(({ label, value }) => [label, value]);

it("A member's own number is worked out line by line", () => {
  expect(rows()).toEqual([
    ["Shares the club could take, £100,000.00 at £1.24", "80,645"],
    ["Everybody’s minimum, 11 × 404", "4,444"],
    ["Priority, 40% of the 76,201 left", "30,480"],
    ["For everybody, by what each still wished", "45,721"],
    ["Of these, for you", "6,475"],
    ["With your minimum of 404", "6,879"],
  ]);
});

it("A priority part that was not asked for in full tells how many shares it had", () => {
  expect(rows({ round: { ...allocation.round, priority_shares: 9_291 } })).toContainEqual([
    "Priority, 40% of the 76,201 left; members with priority asked for fewer than its 30,480",
    "9,291",
  ]);
});

it("Priority is named where there was any, with the member's own part of it", () => {
  expect(rows({ priority: 100 })).toContainEqual(["Of these, for you", "100"]);
  const without = { ...allocation.round, priority_share_percent: 0, priority_shares: 0 };
  expect(
    rows({ round: without })
      .map(([label]) => label)
      .join(),
  ).not.toContain("Priority");
});

it("Changes by admins are listed below what was worked out, and later changes below those", () => {
  const changes = [{ number: 10, is_own: true, from_shares: 6_879, to_shares: 7_000, reason: "A slip" }];
  expect(rows({ shares: 7_000, changes }).slice(-2)).toEqual([
    ["With your minimum of 404", "6,879"],
    ["As changed by hand", "7,000"],
  ]);
  expect(rows({ shares: 7_100, changes }).slice(-2)).toEqual([
    ["As changed by hand", "7,000"],
    ["With the freed shares you took", "7,100"],
  ]);
  expect(rows({ shares: 6_451 }).at(-1)).toEqual(["With fewer, as too little arrived", "6,451"]);
});

it("The number of times that a round was asked for has two decimals", () => {
  expect(askedTimes({ asked_shares: 99_911, capacity_shares: 80_645 })).toBe("1.24");
});
