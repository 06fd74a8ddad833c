import { describe, expect, it, vi } from "vitest";
import type { ListedCommitment, OwnAllocation, OwnCommitment } from "#shared/commitments/commitments.ts";
import type { LedgerList, OwnCall } from "#shared/funds/funds.ts";
import { ownAllocation as allocation } from "#tests/support/own-allocation.ts";
import { markupOf, textOf } from "#tests/support/static-markup.tsx";
import { ownCallQuery, ownLedgerQuery, ownPapersQuery } from "#web/features/funds/own-funds-queries.ts";
import { CommitmentPage } from "./commitment-page.tsx";
import { commitmentQuery, ownAllocationQuery } from "./commitment-queries.ts";
import { CommitmentTable } from "./own-commitments.tsx";

vi.stubGlobal("sessionStorage", { getItem: () => null });

const id = "0190a0a0-0000-7000-8000-00000000000a";
const dealId = "0190a0a0-0000-7000-8000-000000000009";
const terms = { id: dealId, number: 2, price: "1.24", scheme: "SEIS" as const };

const commitment: OwnCommitment = {
  id,
  deal_id: dealId,
  company_name: "Alder Analytics",
  deal_name: "Seed round 2027",
  deal_state: "released",
  number: 10,
  state: "committed",
  state_since: "2027-01-14T09:10:00.000Z",
  updated_at: "2027-01-14T09:10:00.000Z",
  placed_at: "2027-01-14T09:10:00.000Z",
  band: "general",
  tier: "trial",
  fee_bp: 1250,
  amount_pence: 12_000_00,
  asked_shares: 9_677,
  ceiling_pence: 12_000_00,
  shares: 9_677,
  cost_pence: 11_999_48,
  fee_pence: 1_499_94,
  due_pence: 13_499_42,
  least_shares: 404,
  wants_relief: true,
  signed_as: "Jonas Weber",
  issued_on: null,
  held_shares: null,
  company_id: "0190a0a0-0000-7000-8000-00000000000b",
  returned_pence: 0,
  returned_on: null,
  call_hours: 48,
  hold_hours: 96,
  closes_at: "2027-01-18T17:00:00.000Z",
  instead_of: null,
  closing_reason: null,
  said_sent_at: null,
  completion_expected_on: "2027-02-02",
  terms,
  reconsent: null,
  history: [
    {
      id,
      happened_at: "2027-01-14T09:10:00.000Z",
      kind: "placed",
      shares: 10_000,
      amount_pence: 12_000_00,
      terms_number: 1,
      reason: null,
    },
  ],
  can: { change: true, withdraw: true, reconsent: false, say_sent: false },
};

const costs = { shares: 6_879, cost_pence: 8_529_96, fee_pence: 1_066_25, due_pence: 9_596_21 };
const fixed = { ...commitment, ...costs, can: { change: false, withdraw: false, reconsent: false, say_sent: false } };

const call: OwnCall = {
  called_at: "2027-01-25T10:00:00.000Z",
  due_pence: 9_596_21,
  due_at: "2027-01-27T10:00:00.000Z",
  grace_until: "2027-01-28T10:00:00.000Z",
  applied_pence: 0,
  open_pence: 9_596_21,
  refund_pence: 0,
  refunded_pence: 0,
  refunded_on: null,
  reference: "KDH7Z2B24Q",
  borne_pence: 0,
  pending_pence: 0,
  held_at: null,
  extension_reason: null,
  frozen_until: null,
  arrived_on: null,
  is_late: false,
  list_read_at: "2027-01-26T09:30:00.000Z",
  fewer: null,
  can: { pay: true, hold: true, take_fewer: false },
};

const ledger: LedgerList = {
  items: [
    {
      id,
      number: 1,
      booked_on: "2027-01-28",
      bank_on: "2027-01-28",
      posted_at: "2027-01-28T09:00:00.000Z",
      kind: "receipt",
      text: "Arrived from you",
      member: 10,
      in_pence: 9_596_21,
      out_pence: 0,
      balance_pence: 9_596_21,
      entries: [],
    },
  ],
  next_cursor: null,
  transactions: 1,
  sum_pence: 0,
  on_account_pence: 9_596_21,
  own_member: 10,
};

interface Given {
  commitment?: Partial<OwnCommitment>;
  allocation?: Partial<OwnAllocation>;
  call?: Partial<OwnCall>;
  ledger?: LedgerList;
}

/** The words, as of 26 January 2027, 11:46. */
function wordsOf(given: Given): string {
  const updatedAt = Date.parse("2027-01-26T11:46:00.000Z");
  const awaited = [
    { commitment_id: id, deal_id: dealId, scheme: "SEIS" as const, expected_from: "2027-08", withdrawn: null },
  ];
  const markup = markupOf(<CommitmentPage id={id} backTo="?view=mine" />, [
    [commitmentQuery(id).queryKey, { ...commitment, ...given.commitment }],
    [ownAllocationQuery(id).queryKey, { ...allocation, ...given.allocation }],
    [ownCallQuery(id).queryKey, { ...call, ...given.call }, updatedAt],
    [ownPapersQuery.queryKey, { items: [], awaited }],
    [ownLedgerQuery(dealId, "booking").queryKey, { pages: [given.ledger ?? ledger], pageParams: [""] }],
  ]);
  // Which versions of Node write, and browsers do not.
  return textOf(markup).replaceAll(/day, (?=\d)/g, "day ");
}

describe("A commitment's page", () => {
  it("A commitment's page shows what was committed, and offers to change it or to leave", () => {
    const words = wordsOf({});
    expect(words).toContain("You committed to 9,677 shares");
    expect(words).toContain("£13,499.42");
    expect(words).toContain("You accept at least 404 shares");
    expect(words).toContain("Change Withdraw");
  });

  it("New terms stand beside the old, with three answers and what silence means", () => {
    const after = { shares: 9_677, cost_pence: 11_999_48, fee_pence: 1_499_94, due_pence: 13_499_42 };
    const changes = [{ label: "Value of the company", before: "£1,500,000", after: "£1,550,000" }];
    const least = { least_shares: 404, exceeds_ceiling: false };
    const reconsent = { until: "2027-01-22T12:00:00.000Z", terms, changes, after, ...least };
    const before = {
      least_shares: 417,
      shares: 10_000,
      cost_pence: 12_000_00,
      fee_pence: 1_500_00,
      due_pence: 13_500_00,
    };
    const can = { ...fixed.can, withdraw: true, reconsent: true };
    const own = { ...before, can, state: "needs_reconsent" as const, terms: { ...terms, number: 1, price: "1.2" } };
    const words = wordsOf({ commitment: { ...own, reconsent } });
    expect(words).toContain(
      "If you do not answer by Friday 22 January 2027, 12:00 , your commitment ends and you owe nothing.",
    );
    expect(words).toContain("Price of a share £1.20 £1.24 +£0.04");
    expect(words).toContain("You accept at least (shares) 417 404 −13");
    expect(words).toContain("£1,500,000 £1,550,000");
    expect(words).toContain("Keep with the new terms Change amount Leave, owe nothing");
    expect(words).not.toContain("more than the");
    const more = wordsOf({ commitment: { ...own, reconsent: { ...reconsent, exceeds_ceiling: true } } });
    expect(more).toContain("I agree that the shares may cost £11,999.48.");
    const late = wordsOf({ commitment: { ...own, reconsent, can: { ...can, reconsent: false } } });
    expect(late).toContain("The time to answer is over: your commitment ends, and you owe nothing.");
    expect(late).not.toContain("Keep with the new terms");
  });

  it("A commitment's page shows what was allocated and why, and what will be sent", () => {
    const words = wordsOf({ commitment: { ...fixed, state: "allocated" } });
    expect(words).toContain(
      "You asked for 9,677 shares and get 6,879 (71%): £8,529.96 and a fee of £1,066.25, £9,596.21 together.",
    );
    expect(words).toContain("The round was asked for 1.24 times.");
    expect(words).toContain("nobody changed a line by hand");
    expect(words).toContain("2,798 not filled");
    expect(words).toContain("Due £9,596.21");
  });

  it("A commitment's page shows what admins changed by hand, and why", () => {
    const changes = [{ number: 3, is_own: false, from_shares: 500, to_shares: 417, reason: "They asked for fewer" }];
    const words = wordsOf({ commitment: { ...fixed, state: "allocated" }, allocation: { changes } });
    expect(words).toContain("Member 3 500 417 They asked for fewer");
    expect(words).not.toContain("nobody changed a line by hand");
  });

  it("Freed shares are offered, also to members on the waiting list", () => {
    const top_up = {
      id: dealId,
      closes_at: "2100-01-29T10:00:00.000Z",
      offered_shares: 120,
      taken_shares: 0,
      least_shares: 1,
      available_shares: 120,
      can: { take: true },
    };
    const waiting = { state: "waiting_list" as const, can: { ...fixed.can, withdraw: true } };
    const words = wordsOf({ commitment: waiting, allocation: { top_up } });
    expect(words).toContain("You are on the waiting list");
    expect(words).toContain("120 are kept for you until Friday 29 January 2100, 10:00.");
    expect(words).toContain("Take these shares");
    expect(words).toContain("Withdraw");
  });

  it("A commitment's page tells what to send and by when, without the account until somebody asks for it", () => {
    const words = wordsOf({ commitment: { ...fixed, state: "called" } });
    expect(words).toContain("Pay £9,596.21 by Wed 27 Jan, 10:00.");
    expect(words).toContain("Time left 22 h 14 min");
    const short = { grace_until: "2027-01-27T11:00:00.000Z" };
    expect(wordsOf({ commitment: { ...fixed, state: "called" }, call: short })).toContain(
      "after the deadline it still counts by Wednesday 27 January 2027, 11:00.",
    );
    expect(words).toContain("Show where to pay to");
    expect(words).toContain("Gives you 96 hours more, once.");
    expect(words).toContain("The bank’s list was last read today at 09:30.");
    expect(words).not.toContain("Account number");
  });

  it("Money that came with the member's reference and is not booked yet is announced", () => {
    const called = { ...fixed, state: "called" as const };
    const said =
      "£9,596.21 has come to the bank. It counts once an admin has booked it. There is nothing for you to do.";
    expect(wordsOf({ commitment: called, call: { pending_pence: 9_596_21 } })).toContain(said);
    expect(wordsOf({ commitment: called })).not.toContain("with your reference has come");
  });

  it("A bank's hold that was told is shown, and not offered again", () => {
    const can = { pay: true, hold: false, take_fewer: false };
    const held = { held_at: "2027-01-26T12:00:00.000Z", due_at: "2027-01-31T10:00:00.000Z", can };
    const words = wordsOf({ commitment: { ...fixed, state: "called" }, call: held });
    expect(words).toContain("Please pay by Sunday 31 January 2027, 10:00.");
    expect(words).not.toContain("My bank is holding my payment");
  });

  it("A member who would pay to an account that has changed is stopped", () => {
    const can = { pay: false, hold: false, take_fewer: false };
    const frozen = { frozen_until: "2027-01-27T14:02:00.000Z", can };
    const words = wordsOf({ commitment: { ...fixed, state: "called" }, call: frozen });
    expect(words).toContain("Send nothing before Wednesday 27 January 2027, 14:02.");
    expect(words).not.toContain("Show where to pay to");
  });

  it("A part payment shows what is missing, and both ways out once the time is over", () => {
    const fewer = { shares: 6_451, cost_pence: 7_999_24, fee_pence: 999_91, due_pence: 8_999_15, back_pence: 85 };
    const can = { pay: true, hold: false, take_fewer: true };
    const part = { applied_pence: 9_000_00, open_pence: 596_21, arrived_on: "2027-01-26", fewer, can };
    const words = wordsOf({ commitment: { ...fixed, state: "part_paid" }, call: part });
    expect(words).toContain(
      "£9,000.00 has arrived, £596.21 is missing. Send £596.21 by Wed 27 Jan, 10:00, same reference.",
    );
    expect(words).toContain("Take 6,451 shares Have everything back");
    const early = wordsOf({
      commitment: { ...fixed, state: "part_paid" },
      call: { ...part, can: { ...can, take_fewer: false } },
    });
    expect(early).toContain("you may take 6,451 shares for £8,999.15 and get £0.85 back");
    const over = { due_at: "2027-01-24T10:00:00.000Z", grace_until: "2027-01-25T10:00:00.000Z" };
    expect(wordsOf({ commitment: { ...fixed, state: "part_paid" }, call: { ...part, ...over } })).toContain(
      "Take 6,451 shares for £8,999.15 and have £0.85 back, or have £9,000.00 back.",
    );
  });

  it("A member may tell that the money was sent, and then reads when that was told", () => {
    const asked = { ...fixed, state: "called" as const, can: { ...fixed.can, say_sent: true } };
    expect(wordsOf({ commitment: asked })).toContain("I have sent it");
    const said = wordsOf({
      commitment: { ...fixed, state: "called", said_sent_at: "2027-01-26T09:00:00.000Z" },
    });
    expect(said).toContain("Pay £9,596.21 by Wed 27 Jan, 10:00.");
    expect(said).toContain(
      "You said on Tue 26 Jan that you sent it. Not in the bank’s list yet. No reminder before it is due.",
    );
    expect(said).not.toContain("I have sent it");
  });

  it("A commitment's page tells that the deal closes early, and why", () => {
    const ending = { closes_at: "2100-01-14T17:00:00.000Z", instead_of: "2100-01-18T17:00:00.000Z" };
    const words = wordsOf({ commitment: { ...commitment, ...ending, closing_reason: "The round is full." } });
    expect(words).toContain("Closes early: Thu 14 Jan, 17:00, not Mon 18 Jan. Reason: The round is full.");
  });

  it("A commitment's page shows what the reader has after a top-up, before the rest is called and after", () => {
    const topped = { shares: 7_879, cost_pence: 9_769_96, fee_pence: 1_221_25, due_pence: 10_991_21 };
    const taken = { ...commitment.history[0], kind: "topped_up", shares: 1_000 } as OwnCommitment["history"][number];
    const own = { ...fixed, ...topped, history: [...commitment.history, taken] };
    const paid = { applied_pence: 9_596_21, open_pence: 0, arrived_on: "2027-01-26" };
    const before = wordsOf({ commitment: { ...own, state: "paid" }, allocation: topped, call: paid });
    const has = "You now have 7,879 shares of Alder Analytics, £9,769.96; the fee is £1,221.25.";
    expect(before).toContain(`${has} £1,395.00 more is called later; you are told by when to pay it.`);
    expect(before).toContain("Your £9,596.21 that arrived on Tuesday 26 January 2027 is booked to them.");
    expect(before).not.toContain("Nothing more to do");
    expect(before).toContain("You now have 7,879 shares. You asked for 9,677, got 6,879 and took 1,000 more.");
    expect(before).not.toContain("and get 7,879");
    const called = { ...paid, due_pence: 10_991_21, open_pence: 1_395_00 };
    const after = wordsOf({ commitment: { ...own, state: "part_paid" }, allocation: topped, call: called });
    expect(after).toContain(`${has} Pay £1,395.00 more by Wednesday 27 January 2027, 10:00.`);
  });

  it("A cancelled deal's page tells when it was cancelled and what was refunded, and asks for nothing", () => {
    const calledBefore = { ...commitment.history[0], kind: "called" } as OwnCommitment["history"][number];
    const ended = {
      ...fixed,
      state: "deal_cancelled" as const,
      state_since: "2027-01-29T10:00:00.000Z",
      history: [...commitment.history, calledBefore],
    };
    const none = { can: { pay: false, hold: false, take_fewer: false }, open_pence: 0, applied_pence: 0 };
    const waits = wordsOf({ commitment: ended, call: { ...none, refund_pence: 9_596_21 } });
    expect(waits).toContain("Cancelled on 29 January 2027.");
    expect(waits).toContain("£9,596.21 of yours is on the deal’s account, and is sent back to you.");
    const refunded = { ...none, refunded_pence: 9_596_21, refunded_on: "2027-02-03" };
    const words = wordsOf({ commitment: ended, call: refunded });
    expect(words).toContain(
      "Cancelled on 29 January 2027. £9,596.21 was refunded on 3 February 2027. Your commitment has ended and you owe nothing.",
    );
    expect(words).not.toMatch(/\bPaid\b|\bDue\b|Send|Pay |comes back|is sent back/);
  });

  it("A cancelled deal's page promises money back only where some was sent", () => {
    const ended = { ...fixed, state: "deal_cancelled" as const };
    const words = wordsOf({ commitment: ended });
    expect(words).toContain("Your commitment has ended and you owe nothing.");
    expect(words).not.toContain("What you had sent");
    const calledBefore = { ...commitment.history[0], kind: "called" } as OwnCommitment["history"][number];
    const sent = { ...ended, history: [...commitment.history, calledBefore] };
    expect(wordsOf({ commitment: sent, call: { refund_pence: 9_596_21 } })).toContain(
      "What you had sent comes back in full, any fee included.",
    );
  });

  it("The page of a commitment asks for an account first where the bank sent a payout back, until it is paid again", () => {
    const done = { ...fixed, state: "completed" as const, issued_on: "2027-02-02", held_shares: 0 };
    const words = wordsOf({ commitment: { ...done, returned_pence: 5_000, returned_on: "2031-07-02" } });
    expect(words).toContain(
      "On 2 July 2031 the bank sent back £50.00 that was paid to you. It is owed to you again. Please write to",
    );
    expect(words).toContain("What you got for shares of Alder Analytics");
    expect(wordsOf({ commitment: done })).not.toContain("the bank sent back");
  });

  it("The page of released shares tells what had arrived by when, before and after the refund", () => {
    const calledBefore = { ...commitment.history[0], kind: "called" } as OwnCommitment["history"][number];
    const released = { ...fixed, state: "released_unpaid" as const, history: [...commitment.history, calledBefore] };
    const none = { can: { pay: false, hold: false, take_fewer: false }, open_pence: 0, applied_pence: 0 };
    const nothing = wordsOf({ commitment: released, call: none });
    expect(nothing).toContain("Nothing arrived by Thu 28 Jan, 10:00. Your 6,879 shares are released.");
    const part = { ...none, arrived_on: "2027-01-27" };
    const waits = wordsOf({ commitment: released, call: { ...part, refund_pence: 9_000_00 } });
    expect(waits).toContain("£9,000.00 of £9,596.21 had arrived by Thu 28 Jan, 10:00. £9,000.00 goes back to you.");
    const back = { refunded_pence: 9_000_00, refunded_on: "2027-02-03" };
    const words = wordsOf({ commitment: released, call: { ...part, ...back } });
    expect(words).toContain(
      "£9,000.00 of £9,596.21 had arrived by Thu 28 Jan, 10:00. £9,000.00 was refunded on 3 February 2027. Your commitment has ended and you owe nothing.",
    );
    const late = wordsOf({ commitment: released, call: { ...none, ...back, arrived_on: "2027-01-29" } });
    expect(late).toContain(
      "Not all of £9,596.21 arrived by Thu 28 Jan, 10:00; £9,000.00 had arrived by Fri 29 Jan. £9,000.00 was refunded",
    );
    expect(waits + words + late).not.toMatch(/Nothing arrived|Too little/);
  });

  it("A paid commitment's page tells that everything has arrived, with the deal's account", () => {
    const paid = { applied_pence: 9_596_21, open_pence: 0, arrived_on: "2027-01-28", is_late: true };
    const words = wordsOf({ commitment: { ...fixed, state: "paid" }, call: paid });
    expect(words).toContain("£9,596.21 arrived late, on Thu 28 Jan, and in time to keep your shares.");
    expect(words).toContain("28 Jan 2027 Arrived from you £9,596.21 £9,596.21");
    expect(words).toContain("so all places together make £0.00.");
    const completed = { ...fixed, state: "completed" as const, issued_on: "2027-02-02" };
    const result = wordsOf({ commitment: completed, call: paid });
    expect(result).toContain(
      "You hold 6,879 shares of Alder Analytics, issued Tue 2 Feb 2027. The nominee holds them for you by name. £9,596.21 arrived late, on Thu 28 Jan, and in time to keep your shares.",
    );
    const since = (held_shares: number) => wordsOf({ commitment: { ...completed, held_shares }, call: paid });
    expect(since(6_879)).toContain("You hold 6,879 shares of Alder Analytics, issued Tue 2 Feb 2027.");
    expect(since(647)).toContain(
      "You were issued 6,879 shares of Alder Analytics on 2 February 2027; you hold 647 now. The nominee holds them for you by name.",
    );
    expect(since(0)).toContain(
      "You were issued 6,879 shares of Alder Analytics on 2 February 2027; you hold none of them now.",
    );
    expect(since(0)).not.toContain("The nominee holds them");
    expect(result).toContain("Cost of the shares £8,529.96 Fee £1,066.25 You paid £9,596.21");
    expect(result).toContain("You asked for 9,677 shares and get 6,879");
    const borne = wordsOf({ commitment: completed, call: { ...paid, borne_pence: 100 } });
    expect(borne).toContain("£9,595.21 arrived late, on Thu 28 Jan");
    expect(borne).toContain("Fee £1,066.25 Borne by the club −£1.00 You paid £9,595.21");
    expect(result).toContain("SEIS3, for your tax return Expected from August 2027 Waiting");
  });

  it("The waiting list ends with the round", () => {
    const waiting = { state: "waiting_list" as const, can: { ...fixed.can, withdraw: true } };
    expect(wordsOf({ commitment: waiting })).toContain("You are on the waiting list");
    const words = wordsOf({ commitment: { ...waiting, deal_state: "completed" } });
    expect(words).toContain("The round closed without shares for you");
    expect(words).toContain("You owe nothing.");
    expect(words).not.toMatch(/Withdraw|You are on the waiting list/);
  });

  it("A payment that was taken back is not shown as called again", () => {
    const { history } = commitment;
    const events = ["called", "paid", "receipt_taken_back"].map((kind) => ({ ...history[0], id: kind, kind }));
    const words = wordsOf({ commitment: { ...fixed, state: "called", history: events as typeof history } });
    expect(words.match(/Money called/g)).toHaveLength(2);
    expect(words).toContain("A payment was taken off again");
    const returned = ["called", "paid", "receipt_returned"].map((kind) => ({ ...history[0], id: kind, kind }));
    const owing = wordsOf({ commitment: { ...fixed, state: "called", history: returned as typeof history } });
    expect(owing).toContain("Your bank took a payment back: it is owed again");
  });

  it("A commitment that ended tells how it ended, and that nothing is owed", () => {
    const words = wordsOf({ commitment: { ...fixed, state: "left_on_change" } });
    expect(words).toContain("you owe nothing");
    expect(words).not.toContain("Withdraw");
    expect(words).not.toContain("The deal’s account");
  });
});

describe("My Investments", () => {
  const row = { ...costs, id, deal_id: dealId, company_name: "Alder Analytics", deal_name: "Seed round 2027" };
  const listed = {
    ...row,
    deal_state: "closing",
    placed_at: commitment.placed_at,
    state_since: commitment.placed_at,
    refunded_pence: 0,
    refunded_on: null,
  };
  const show = (rows: object[]) =>
    markupOf(<CommitmentTable commitments={rows as ListedCommitment[]} linkTo={(to) => `/?commitment=${to}`} />);
  const due_at = "2027-01-27T10:00:00.000Z";

  it("My Investments tells when a deal was cancelled and what was refunded", () => {
    const cancelled = { ...listed, state: "deal_cancelled", deal_state: "cancelled", next: null, due_at: null };
    const words = textOf(show([{ ...cancelled, refunded_pence: 9_596_21, refunded_on: "2027-02-03" }]));
    expect(words).toContain("Deal cancelled Cancelled on 14 Jan 2027. £9,596.21 was refunded on 3 Feb 2027.");
    expect(words).toContain("Nothing owed");
    expect(words).toContain("Nothing to do");
    expect(textOf(show([cancelled]))).not.toContain("refunded");
  });
  it("My Investments tells by when its reader has to act", () => {
    const markup = show([
      { ...listed, state: "needs_reconsent", next: "answer", due_at },
      { ...listed, id: `${dealId}1`, company_name: "Birch Systems", state: "called", next: "pay", due_at },
      { ...listed, id: `${dealId}2`, company_name: "Cairn", state: "allocated", next: "take", due_at },
      { ...listed, id: `${dealId}3`, company_name: "Dunlin", state: "paid", next: null, due_at: null },
    ]);
    for (const words of ["Answer by", "Pay by", "Freed shares until"])
      expect(markup.replaceAll(/<[^>]+>/g, "")).toContain(`${words} Wed 27 Jan 2027, 10:00`);
  });

  it("My Investments shows nothing to do where nothing waits, and that a round closed without shares", () => {
    const markup = show([{ ...listed, state: "waiting_list", deal_state: "completed", next: null, due_at: null }]);
    expect(markup).not.toContain("Waiting for you");
    expect(markup).toContain("No shares");
    expect(markup).toContain("Nothing owed");
    expect(markup).not.toContain("Waiting list");
  });
});
