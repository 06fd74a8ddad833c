import { describe, expect, it } from "vitest";
import { describeTransaction, type TransactionFacts } from "./ledger-queries.ts";

const facts: TransactionFacts = {
  kind: "receipt",
  reversed_kind: null,
  reversed_on: null,
  receipt_pence: null,
  member: 3,
  has_left: false,
  is_late: false,
  is_in_grace: false,
  payee: null,
  shares: null,
  exit_kind: null,
  entries: [],
  booked_by_other: null,
};
const entry = (account: TransactionFacts["entries"][number]["account"], amount_pence: number) => ({
  account,
  member: 3,
  amount_pence,
});

const cash = (amount_pence: number) => ({ ...entry("1000", amount_pence), member: null });

describe("A transaction in words", () => {
  it.each<[Partial<TransactionFacts>, string]>([
    [{ kind: "call", entries: [entry("1100", 959_621)] }, "Due from Member 3: £9,596.21"],
    [{ entries: [entry("1100", -500)] }, "Arrived from Member 3"],
    [{ entries: [entry("1100", -500), entry("2200", -10)] }, "Arrived from Member 3, £0.10 more than was due"],
    [
      { entries: [entry("1100", -500)], booked_by_other: "Daniel Price" },
      "Arrived from Member 3; own payment of somebody who signs, booked by Daniel Price",
    ],
    [{ entries: [entry("2200", -10)] }, "Arrived from Member 3; nothing was due, all of it goes back"],
    [{ kind: "leaving", entries: [entry("2200", -10)] }, "To be sent back to Member 3: £0.10"],
    [{ kind: "leaving", entries: [entry("2200", 10)] }, "Not to be sent back to Member 3 after all: £0.10"],
    [{ kind: "club_bears", entries: [entry("2100", 50)] }, "Borne by the club for Member 3: £0.50"],
    [{ kind: "club_bears", member: null }, "A charge of the bank, borne by the club"],
    [{ kind: "refund" }, "Sent back to Member 3, who had sent too much"],
    [{ kind: "refund", has_left: true }, "Sent back to Member 3"],
    [{ kind: "return" }, "Sent back to where it came from"],
    [{ kind: "wire", payee: "Alder Analytics", shares: 80_645 }, "To Alder Analytics, 80,645 shares"],
    [
      { kind: "exit", exit_kind: "sale", shares: 80_645, entries: [cash(49_999_900)] },
      "Sold 80,645 shares for £499,999.00",
    ],
    [
      { kind: "exit", exit_kind: "buyback", shares: 1, entries: [cash(620)] },
      "The company bought back 1 share for £6.20",
    ],
    [{ kind: "exit", exit_kind: "ipo", shares: 2, entries: [cash(620)] }, "Sold 2 shares on the market for £6.20"],
    [
      { kind: "exit", exit_kind: "liquidation", shares: 2, entries: [cash(1)] },
      "From the liquidation, for 2 shares: £0.01",
    ],
    [{ kind: "exit", exit_kind: "dividend", shares: 2, entries: [cash(1)] }, "Dividend on 2 shares: £0.01"],
    [
      { kind: "exit", exit_kind: "holdback", shares: 2, entries: [cash(1)] },
      "Held back until now, for 2 shares: £0.01",
    ],
    [{ kind: "exit_costs", payee: "Mills & Co" }, "Costs of the exit, to Mills & Co"],
    [{ kind: "distribution" }, "Paid out to Member 3"],
    [
      { kind: "reversal", reversed_kind: "distribution", reversed_on: "2027-02-03", entries: [cash(620)] },
      "Distribution, Member 3: £6.20 of 3 February 2027 is taken back",
    ],
    [
      { kind: "reversal", reversed_kind: "receipt", reversed_on: "2027-01-27", entries: [cash(-500)] },
      "Not from Member 3 after all; the payment of £5.00 of 27 January 2027 is taken back",
    ],
    [
      {
        kind: "reversal",
        member: null,
        reversed_kind: "unidentified",
        reversed_on: "2027-01-27",
        entries: [cash(-500)],
      },
      "It is known from whom the £5.00 of 27 January 2027 came; it is booked anew",
    ],
    [
      {
        kind: "payment_returned",
        reversed_kind: "receipt",
        reversed_on: "2027-01-27",
        receipt_pence: 500,
        entries: [cash(-500)],
      },
      "Returned by the bank: takes back the payment of £5.00 of Member 3, 27 January 2027",
    ],
    [
      {
        kind: "payment_returned",
        reversed_kind: "receipt",
        reversed_on: "2027-01-27",
        receipt_pence: 500,
        entries: [cash(-490)],
      },
      "Returned by the bank: takes back £4.90 of the payment of £5.00 of Member 3, 27 January 2027",
    ],
    [
      { kind: "reversal", reversed_kind: "call", entries: [entry("1100", -500)] },
      "No longer called from Member 3: £5.00",
    ],
    [
      { kind: "reversal", reversed_kind: "refund", reversed_on: "2027-02-03", entries: [cash(500)] },
      "Refund, Member 3: £5.00 of 3 February 2027 is taken back",
    ],
  ])("A transaction is described in words: %j", (given, text) => {
    expect(describeTransaction({ ...facts, ...given }, "Member 3", false)).toBe(text);
  });

  it("A payment's owner alone reads that it was late", () => {
    const late = { ...facts, is_late: true };
    expect(describeTransaction(late, "you", true)).toBe("Arrived from you, after the time");
    expect(describeTransaction({ ...late, is_in_grace: true }, "you", true)).toBe(
      "Arrived from you, after the time, inside the time of grace",
    );
    expect(describeTransaction(late, "Member 3", false)).toBe("Arrived from Member 3");
  });
});
