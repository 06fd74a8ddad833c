import { expect, it } from "vitest";
import type { ClosingBoard } from "#shared/funds/funds.ts";
import { boardPartMessages } from "#shared/funds/funds-desk-messages.ts";
import { closingSums, hasCallSums } from "./closing-sums.ts";
import { hasMoney } from "./money-part.tsx";

/** At the due time: one member has not paid, another one £10.00 too much. */
const board = {
  due_pence: 10_355_152,
  applied_pence: 9_395_531,
  open_pence: 959_621,
  refund_pence: 1000,
  unidentified_pence: 0,
  distribution_pence: 0,
  on_account_pence: 9_396_531,
  bank_pence: null,
  to_company_pence: 9_999_980,
  to_club_pence: 355_172,
  uncalled_cost_pence: 0,
  uncalled_fee_pence: 0,
  borne_pence: 0,
  wired_pence: 0,
  fee_paid_pence: 0,
  ledger_sum_pence: 0,
  difference_pence: 0,
} as ClosingBoard;
const paid = { ...board, applied_pence: 10_355_152, open_pence: 0, refund_pence: 0, on_account_pence: 10_355_152 };

const rowsOf = ({ rows }: { rows: { name: string; pence: number }[] }) => rows.map(({ name, pence }) => [name, pence]);

it("The closing sums show what was called, what the bank holds and where it goes, and that they agree", () => {
  const { called, bank, goes, agree } = closingSums(board);
  expect(rowsOf(called)).toEqual([
    ["applied", 9_395_531],
    ["open", 959_621],
  ]);
  expect(rowsOf(bank)).toEqual([
    ["applied", 9_395_531],
    ["refund", 1000],
    ["unidentified", 0],
  ]);
  expect(rowsOf(goes)).toEqual([
    ["toCompany", 9_999_980],
    ["toClub", 355_172],
  ]);
  expect([called.pence, bank.pence, goes.pence]).toEqual([10_355_152, 9_396_531, 10_355_152]);
  expect(agree).toBe(true);
});

it("The closing sums show what is not called yet of shares that were taken later, and sum all shares", () => {
  const toppedUp = { ...paid, uncalled_cost_pence: 200_000, uncalled_fee_pence: 8000 };
  const { called, goes, agree } = closingSums(toppedUp);
  expect(rowsOf(called)).toEqual([
    ["applied", 10_355_152],
    ["open", 0],
    ["uncalled", 208_000],
  ]);
  expect(rowsOf(goes)).toEqual([
    ["toCompany", 10_199_980],
    ["toClub", 363_172],
  ]);
  expect([called.pence, goes.pence, agree]).toEqual([10_563_152, 10_563_152, true]);
});

it("The closing sums show what the bank's list has and nobody has confirmed yet", () => {
  const { bank, agree } = closingSums({ ...board, bank_pence: 9_399_031 });
  expect(rowsOf(bank).slice(3)).toEqual([["unbooked", 2500]]);
  expect([bank.pence, agree]).toEqual([9_399_031, true]);
});

it("The closing sums take off what has left the account, and what the club bears", () => {
  const wired = { ...paid, wired_pence: 9_999_980, borne_pence: 40, on_account_pence: 355_132 };
  const { bank, agree } = closingSums(wired);
  expect(rowsOf(bank).slice(3)).toEqual([
    ["sentToCompany", -9_999_980],
    ["borneByClub", -40],
  ]);
  expect(agree).toBe(true);
  expect(boardPartMessages.toClub("£0.40")).toBe("Fees to the club, less £0.40 that it bears");
  expect(closingSums({ ...paid, wired_pence: 9_999_980, fee_paid_pence: 355_172, on_account_pence: 0 }).agree).toBe(
    true,
  );
});

it("The closing sums take what the club bears from its fees, so that what goes is what is in the account", () => {
  // A charge of £1.25 and 3 pence that a member sent too little, before anything is sent on.
  const { bank, goes, agree } = closingSums({ ...paid, borne_pence: 128, on_account_pence: 10_355_024 });
  expect(rowsOf(goes)).toEqual([
    ["toCompany", 9_999_980],
    ["toClub", 355_044],
  ]);
  expect([bank.pence, goes.pence, agree]).toEqual([10_355_024, 10_355_024, true]);
});

it("The closing sums show what came for shares and is not paid out yet", () => {
  const sold = { ...paid, wired_pence: 9_999_980, fee_paid_pence: 355_172, distribution_pence: 49_999_900 };
  const { bank, agree } = closingSums({ ...sold, on_account_pence: 49_999_900 });
  expect([rowsOf(bank).at(-1), agree]).toEqual([["toPayOut", 49_999_900], true]);
});

it.each([
  { what: "what was called", changed: { open_pence: 959_620 } },
  { what: "what is on account", changed: { on_account_pence: 9_396_530 } },
  { what: "where it goes", changed: { to_club_pence: 355_173 } },
  { what: "the ledger", changed: { ledger_sum_pence: 1 } },
  { what: "the bank", changed: { difference_pence: -1000 } },
])("The closing sums do not agree where $what does not", ({ changed }) => {
  expect(closingSums({ ...board, ...changed }).agree).toBe(false);
});

it.each([
  ["closing", null, false],
  ["closing", "2027-01-20T10:00:00.000Z", true],
  ["completed", "2027-01-20T10:00:00.000Z", true],
  ["cancelled", "2027-01-20T10:00:00.000Z", false],
] as const)("A deal that is %s, called at %s, has sums of the call: %s", (deal_state, called_at, has) => {
  expect(hasCallSums({ deal_state, called_at })).toBe(has);
});

it.each([
  ["nothing has come and nothing is called", {}, false],
  ["funds are called", { called_at: "2027-01-20T10:00:00.000Z" }, true],
  ["money came before a call", { on_account_pence: 50_000 }, true],
  ["a line of the bank is not booked", { bank_pence: 50_000 }, true],
  ["a payment waits", { payments: [{}] as ClosingBoard["payments"] }, true],
])("The board has sums and payments only once there is money or a call: %s", (_when, changed, has) => {
  expect(hasMoney({ called_at: null, on_account_pence: 0, bank_pence: null, payments: [], ...changed })).toBe(has);
});
