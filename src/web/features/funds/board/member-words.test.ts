import { describe, expect, it } from "vitest";
import type { ClosingMember } from "#shared/funds/funds.ts";
import { bankDates, memberState, missingWords } from "./member-table.tsx";

const paid = {
  state: "paid",
  open_pence: 0,
  applied_pence: 0,
  refund_pence: 0,
  proposed_pence: 0,
  approved_pence: 0,
  refunded_pence: 0,
  refunded_on: null,
  is_held: false,
  is_late: false,
  is_release_waiting: false,
  can: { extend: false, release: false, bear: false, refund: false },
  due_at: "2027-01-27T10:00:00.000Z",
  grace_until: "2027-01-28T10:00:00.000Z",
} as ClosingMember;
const called: ClosingMember = { ...paid, state: "called", open_pence: 959_621 };
const now = new Date("2027-01-27T10:00:02Z");

describe("The state of a member", () => {
  it.each([
    { member: paid, tone: "live", text: "Paid", note: null },
    { member: { ...paid, refund_pence: 1000 }, tone: "live", text: "Paid", note: "£10.00 too much; refund it" },
    {
      member: { ...paid, refund_pence: 20_000, proposed_pence: 20_000 },
      tone: "live",
      text: "Paid",
      note: "refund of £200.00 waits for approval",
    },
    {
      member: { ...paid, refund_pence: 20_000, approved_pence: 19_000 },
      tone: "live",
      text: "Paid",
      note: "£10.00 too much; refund it, refund of £190.00 is approved, not yet paid",
    },
    { member: { ...paid, is_late: true }, tone: "live", text: "Paid", note: "late" },
    { member: called, tone: "waiting", text: "Funds called", note: "Due Wed 27 Jan, 10:00" },
    {
      member: { ...called, state: "part_paid" as const },
      tone: "waiting",
      text: "Part paid",
      note: "Due Wed 27 Jan, 10:00",
    },
    {
      member: { ...called, is_held: true },
      tone: "waiting",
      text: "Held by a bank, due Wed 27 Jan, 10:00",
      note: null,
    },
    { member: { ...called, is_late: true }, tone: "refused", text: "Late, grace until Thu 28 Jan, 10:00", note: null },
    {
      member: { ...called, state: "released_unpaid" as const, open_pence: 0, refund_pence: 5000, is_late: true },
      tone: "over",
      text: "Released, not paid",
      note: "£50.00 to refund",
    },
    {
      member: {
        ...paid,
        state: "deal_cancelled" as const,
        refunded_pence: 9_596_21,
        refunded_on: "2027-02-03",
      },
      tone: "over",
      text: "Deal cancelled",
      note: "£9,596.21 was refunded on 3 Feb",
    },
  ])("A member's state reads: $text, $note", ({ member, ...words }) => {
    expect(memberState(member, now)).toEqual(words);
  });

  it("A member's state tells that the time of grace is over", () => {
    expect(memberState({ ...called, is_late: true }, new Date("2027-01-28T10:00:00Z")).text).toBe(
      "Late, the time of grace is over",
    );
  });
});

it("A member's payments show the bank's day of the last one, and how many there were", () => {
  expect(bankDates([])).toBe("");
  expect(bankDates(["2027-01-25"])).toBe("25 Jan");
  expect(bankDates(["2027-01-25", "2027-01-26"])).toBe("26 Jan, two payments");
});

it.each([
  [{ open_pence: 1000 }, "£10.00 is missing. The club can bear at most £1.00; release once the time of grace is over."],
  [
    { open_pence: 1000, grace_until: "2027-01-27T10:00:00.000Z", can: { ...called.can, extend: true } },
    "£10.00 is missing. The club can bear at most £1.00; extend, or release.",
  ],
  [{ open_pence: 100 }, null],
  [{ open_pence: 1000, applied_pence: 0 }, null],
  [{ is_release_waiting: true }, "A line of the bank may be this payment. Book it under Bank before a release."],
])("An incomplete payment tells what an admin can do about it: %j", (given, words) => {
  expect(missingWords({ ...called, state: "part_paid", applied_pence: 90_000, ...given }, now)).toBe(words);
});
