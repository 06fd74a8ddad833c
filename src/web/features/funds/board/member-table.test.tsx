import { expect, it } from "vitest";
import type { ClosingBoard, ClosingMember } from "#shared/funds/funds.ts";
import { markupOf, textOf } from "#tests/support/static-markup.tsx";
import { listOptions } from "#web/lib/use-list.ts";
import { MemberTable } from "./member-table.tsx";

const none = { extend: false, release: false, bear: false, refund: false, book: true };
const paid: ClosingMember = {
  commitment_id: "1",
  number: 1,
  full_name: "Ben Lindqvist",
  tier: "vip",
  state: "paid",
  shares: 1000,
  due_pence: 200_000,
  applied_pence: 200_000,
  open_pence: 0,
  refund_pence: 0,
  proposed_pence: 0,
  approved_pence: 0,
  refunded_pence: 0,
  refunded_on: null,
  bank_days: ["2027-05-18"],
  due_at: null,
  grace_until: null,
  is_held: false,
  is_late: false,
  is_release_waiting: false,
  is_of_admin: false,
  can: none,
};
const board = {
  deal_id: "d",
  deal_state: "closing",
  called_at: "2027-05-18T09:00:00.000Z",
  shares: 3000,
  due_pence: 600_000,
  applied_pence: 600_000,
  open_pence: 0,
  can: { nudge: false },
  counts: { called: { members: 3, pence: 600_000 }, paid: { members: 3, pence: 600_000 } },
} as unknown as ClosingBoard;
const shown = (...first: Partial<ClosingMember>[]) => {
  const items = [0, 1, 2].map((place) => ({ ...paid, commitment_id: `${place}`, ...first[place] }));
  const { queryKey } = listOptions({ path: "/deals/d/closing/members", parameters: { limit: "500" } });
  const data = { pages: [{ items, next_cursor: null }], pageParams: [""] };
  return textOf(markupOf(<MemberTable board={board} />, [[queryKey, data]]));
};

it("The member table counts those who have paid beside one who is listed as paid, and all where none is", () => {
  expect(shown({ refund_pence: 1000, can: { ...none, refund: true } })).toContain("2 more have paid £4,000.00");
  expect(shown({ state: "called", applied_pence: 0, open_pence: 200_000 })).toContain("2 members have paid £4,000.00");
  expect(shown()).toContain("3 members have paid £6,000.00");
});
