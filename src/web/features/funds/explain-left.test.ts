import { expect, it } from "vitest";
import type { ClosingBoard, OutgoingPayment } from "#shared/funds/funds.ts";
import { explainLeft } from "./explain-left.ts";

/** £250,000.00 to the company, £19,998.21 to a member, and £12,500.00 of fees. */
const board = {
  to_company_pence: 25_000_000,
  wired_pence: 0,
  refund_pence: 1_999_821,
  unidentified_pence: 0,
  distribution_pence: 0,
  to_club_pence: 1_250_000,
  borne_pence: 0,
  fee_paid_pence: 0,
  payments: [],
} as unknown as ClosingBoard;
const payment = (kind: string, amount_pence: number, state = "approved") =>
  ({ kind, amount_pence, state, is_listed: false }) as OutgoingPayment;
const wire = payment("wire", 25_000_000);
const refund = payment("refund", 1_999_821);
const left = 27_002_321;
const company = { to: "company", pence: 25_000_000 };
const members = { to: "members", pence: 1_999_821 };

it.each([
  ["what is owed, before anything is proposed", [], left, "proposable", [company, members]],
  [
    "what is owed, before it is approved",
    [payment("wire", 25_000_000, "proposed")],
    left,
    "proposable",
    [company, members],
  ],
  ["what is still to be proposed beside an approved payment", [wire], left, "proposable", [members]],
  ["approved payments with a charge", [wire, refund], left, "approved", []],
  ["approved payments alone", [wire, refund], 26_999_821, "approved", []],
  ["a charge, below what is owed and the fees", [], 2500, "charge", [company, members]],
  ["never a charge as large as a refund", [], 1_999_821, "proposable", [company, members]],
  ["a charge beside an approved payment that is larger", [wire, refund], 2500, "charge", []],
] as const)("Money that left the account is explained as %s", (_what, payments, pence, as, owed) => {
  expect(explainLeft({ ...board, payments: [...payments] }, pence)).toEqual({
    as,
    owed,
    bearable_pence: 1_250_000,
  });
});

it("Money that left is the fees of the club, once the company is paid", () => {
  const wired = { ...board, wired_pence: 25_000_000, refund_pence: 0 };
  expect(explainLeft(wired, 1_250_000)).toMatchObject({ as: "proposable", owed: [{ to: "club", pence: 1_250_000 }] });
  expect(explainLeft(wired, 2500)).toMatchObject({ as: "charge" });
});

it("Money beyond the fees of the club is nothing that is owed", () => {
  const paid = { ...board, wired_pence: 25_000_000, refund_pence: 0, fee_paid_pence: 1_250_000 };
  expect(explainLeft(paid, 2500)).toEqual({ as: "nothing", owed: [], bearable_pence: 0 });
});
