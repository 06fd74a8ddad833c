import { expect, it, vi } from "vitest";
import type { ClosingBoard, OutgoingPayment } from "#shared/funds/funds.ts";
import { boardPartMessages } from "#shared/funds/funds-desk-messages.ts";
import { markupOf, textOf } from "#tests/support/static-markup.tsx";
import { Payments } from "./money-part.tsx";

vi.stubGlobal("sessionStorage", { getItem: () => null });

const toAnna: OutgoingPayment = {
  id: "0190a0a0-0000-7000-8000-000000000001",
  kind: "refund",
  commitment_id: null,
  amount_pence: 200_000,
  payee: "Anna Seed",
  reason: "Sent twice.",
  proposed_at: "2026-12-08T09:06:00.000Z",
  proposed_by_name: null,
  asked_by_name: "Ben Lindqvist",
  approved_at: null,
  approved_by_name: null,
  state: "proposed",
  paid_on: null,
  returned_on: null,
  obstacle: null,
  is_listed: false,
  can: { approve: true, cancel: true },
};
const textWith = (payment: Partial<OutgoingPayment>) => {
  const board = {
    deal_id: "0190a0a0-0000-7000-8000-000000000009",
    payments: [{ ...toAnna, ...payment }],
    costs: { total_pence: null },
    can: {},
  } as unknown as ClosingBoard;
  return textOf(markupOf(<Payments board={board} />));
};

it("An admin's own money shows who asked for it and approves it, and no second admin", () => {
  const waits = textWith({});
  expect(waits).toContain("Asked for by Ben Lindqvist, ");
  expect(waits).toContain("Ben Lindqvist asked for it and approves it: it is Anna Seed’s own money");
  expect(waits).not.toMatch("second admin");
  expect(waits).not.toMatch("The clock");
  const approved = { state: "approved" as const, approved_by_name: "Ben Lindqvist" };
  expect(textWith(approved)).toContain("Ben Lindqvist asked for it and approved it: it is Anna Seed’s own money");
  expect(boardPartMessages.askedFor({ ...toAnna, approved_by_name: "Carla Ruiz" })).toBe(
    "Ben Lindqvist asked for it, Carla Ruiz approved it: it is Anna Seed’s own money",
  );
});

it("A member's money shows that a second admin approves it", () => {
  expect(textWith({ asked_by_name: null, proposed_by_name: "Ben Lindqvist" })).toContain("Waits for a second admin");
});

it("A payment that the bank sent back is shown as owed again, with the day", () => {
  const returned = textWith({ asked_by_name: null, state: "approved", returned_on: "2026-12-09" });
  expect(returned).toMatch(/Sent back by the bank on .*9 Dec.*, owed again/);
  expect(returned).not.toContain("Approved, not yet in the bank’s list");
});
