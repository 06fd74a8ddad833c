import { describe, expect, it } from "vitest";
import type { BankLine, OutgoingPayment } from "#shared/funds/funds.ts";
import { mappingRules, matchRules } from "./match-rules.ts";
import {
  leftOver,
  type MappingValues,
  mappingValuesOf,
  matchValuesOf,
  toMappingInput,
  toMatchInput,
} from "./match-values.ts";

const member = "0190f5a0-0000-7000-8000-000000000001";
const paymentId = "0190f5a0-0000-7000-8000-000000000002";
const line = {
  open_pence: 1_323_872,
  commitment_id: member,
  payment_id: null,
  returns: [],
  returned_id: null,
} as unknown as BankLine;
const payment = { id: paymentId, kind: "wire" } as OutgoingPayment;

describe("The parts of a line", () => {
  it("A line's parts begin as one for whom it was graded, with all that is open", () => {
    expect(matchValuesOf(line, []).parts).toEqual([{ to: `receipt:${member}`, amount: "£13,238.72" }]);
    const outgoing = { ...line, open_pence: -9_999_980, commitment_id: null, payment_id: paymentId };
    expect(matchValuesOf(outgoing, [payment]).parts).toEqual([{ to: `wire:${paymentId}`, amount: "£99,999.80" }]);
    expect(matchValuesOf({ ...line, commitment_id: null }, []).parts[0]?.to).toBe("");
  });

  it("A line's part begins with the exit that the line pays in full, where there is one alone", () => {
    const unknown = { ...line, commitment_id: null };
    const sale = { exit_id: paymentId, kind: "sale", happened_on: "2031-06-30", amount_pence: 1_323_872 } as const;
    expect(matchValuesOf(unknown, [], [sale]).parts[0]?.to).toBe(`exit:${paymentId}`);
    expect(matchValuesOf(unknown, [], [sale, { ...sale, exit_id: member }]).parts[0]?.to).toBe("");
    expect(matchValuesOf(unknown, [], [{ ...sale, amount_pence: 1 }]).parts[0]?.to).toBe("");
  });

  it("An outgoing line's part begins as the payment that the bank took back, and names it with its member", () => {
    const booked = { returned_id: paymentId, commitment_id: member, booked_on: "2027-01-26", is_booked: true };
    const returns = [{ ...booked, full_name: "Dev Shah", amount_pence: 713_372 }];
    const left = { ...line, open_pence: -713_372, returns, returned_id: paymentId };
    const values = matchValuesOf(left, []);
    expect(values).toEqual({
      parts: [{ to: `payment_returned:${paymentId}:${member}`, amount: "£7,133.72" }],
      reason: "The bank took it back.",
    });
    expect(toMatchInput(values).parts).toEqual([
      { kind: "payment_returned", amount_pence: 713_372, returned_id: paymentId, commitment_id: member },
    ]);
    expect(matchValuesOf({ ...left, commitment_id: null, returned_id: null }, []).parts[0]?.to).toBe("");
  });

  it("A line's parts are sent in pence, each with the id that its kind needs", () => {
    const parts = [
      { to: `receipt:${member}`, amount: "£13,228.72" },
      { to: "unidentified", amount: "10" },
      { to: `wire:${paymentId}`, amount: "1.5" },
      { to: `exit:${member}`, amount: "2" },
    ];
    expect(toMatchInput({ parts, reason: "Two payments in one" })).toEqual({
      parts: [
        { kind: "receipt", amount_pence: 1_322_872, commitment_id: member },
        { kind: "unidentified", amount_pence: 1000 },
        { kind: "wire", amount_pence: 150, payment_id: paymentId },
        { kind: "exit", amount_pence: 200, exit_id: member },
      ],
      reason: "Two payments in one",
    });
  });

  it("The parts of a line leave what none of them has", () => {
    expect(leftOver(line, [{ to: "", amount: "13,228.72" }])).toBe(1000);
    expect(leftOver({ open_pence: -1000 }, [{ to: "", amount: "10.01" }])).toBe(-1);
  });

  it("The parts of a line are refused at their fields", () => {
    const issuesOf = (parts: { to: string; amount: string }[]) =>
      matchRules(line)
        .safeParse({ parts, reason: "" })
        .error?.issues.map(({ path, message }) => [path.join("."), message]);
    expect(issuesOf([{ to: "", amount: " " }])).toEqual([
      ["parts.0.to", "Please choose what it is for"],
      ["parts.0.amount", "Please enter an amount like 395 or 395.50"],
      ["reason", "Please give a reason"],
    ]);
    expect(issuesOf([{ to: "unidentified", amount: "13,238.73" }])).toEqual([
      ["reason", "Please give a reason"],
      ["parts.0.amount", "The parts are £0.01 more than the line."],
    ]);
  });

  it("An outgoing line's parts are all approved payments where it is their sum, and have to add up to it", () => {
    const bulk = { ...line, open_pence: -10_000, commitment_id: null };
    const refunds = [1000, 9000].map((amount_pence, place) => ({ id: `${place}`, kind: "refund", amount_pence }));
    expect(matchValuesOf(bulk, refunds as OutgoingPayment[]).parts).toEqual([
      { to: "refund:0", amount: "£10.00" },
      { to: "refund:1", amount: "£90.00" },
    ]);
    expect(matchValuesOf({ ...bulk, open_pence: -10_001 }, refunds as OutgoingPayment[]).parts).toEqual([
      { to: "", amount: "£100.01" },
    ]);
    const issuesOf = (open_pence: number, amount: string) =>
      matchRules({ open_pence })
        .safeParse({ parts: [{ to: "club_bears", amount }], reason: "As seen." })
        .error?.issues.map(({ path, message }) => [path.join("."), message]);
    expect(issuesOf(-10_000, "99.99")).toEqual([["parts.0.amount", "The parts are £0.01 less than the line."]]);
    expect(issuesOf(-10_000, "100.00")).toBeUndefined();
    expect(issuesOf(10_000, "99.99")).toBeUndefined();
  });
});

describe("The columns of an unknown file", () => {
  it.each([
    ["Date", "Details", "Money in (£)", "Money out (£)", "Balance (£)"],
    ["Date", "Description", "Paid in (GBP)", "Paid out (GBP)", "Running balance (GBP)"],
    ["Date", "Description", "Credit amount (£)", "Debit amount (£)", "Account Balance £"],
    ["Date", "Text", "Deposits GBP", "Withdrawals GBP", "Balance in pounds"],
    ["Date", "Text", "In £", "Out £", "£ Balance"],
  ])("Columns of money are found with the currency beside the title: %s, %s, %s, %s, %s", (...titles) => {
    const [date, payer, paid_in, paid_out, balance] = titles;
    expect(mappingValuesOf(titles)).toMatchObject({ date, payer, paid_in, paid_out, balance, amount: "" });
    expect(mappingValuesOf(["Date", "Text", "Amount (£)"])).toMatchObject({ amount: "Amount (£)", paid_in: "" });
    expect(mappingValuesOf(["Date", "Text", "Paid in (EUR)"])).toMatchObject({ paid_in: "" });
  });

  const header = ["Day", "Text", "Money in", "Money out"];
  const values: MappingValues = {
    name: "Small Bank",
    date: "Day",
    payer: "Text",
    reference: "",
    amount: "",
    balance: "",
    id: "",
    paid_in: "Money in",
    paid_out: "Money out",
    date_order: "day_first",
    currency: "",
    state: "",
    fee: "",
    direction: "",
  };

  it("A file's columns are sent by name, null where the file has none", () => {
    expect(toMappingInput(values, header)).toEqual({
      name: "Small Bank",
      header,
      mapping: {
        date: "Day",
        payer: "Text",
        reference: null,
        amount: null,
        balance: null,
        id: null,
        paid_in: "Money in",
        paid_out: "Money out",
        date_order: "day_first",
        currency: null,
        state: null,
        fee: null,
        direction: null,
      },
    });
    expect(mappingRules(header).safeParse(values).success).toBe(true);
  });

  it("The columns of a file are refused at their fields", () => {
    const { error } = mappingRules(header).safeParse({ ...values, date: "", paid_out: "" });
    expect(error?.issues.map(({ path }) => path.join("."))).toContain("date");
    const noAmount = mappingRules(header).safeParse({ ...values, paid_out: "" });
    expect(noAmount.error?.issues.map(({ path }) => path.join("."))).toEqual(["amount"]);
  });
});
