import { expect, it } from "vitest";
import { describeGate, type Gate } from "./describe-gate.ts";

const gate = {
  members: 0,
  due_pence: 0,
  unpaid: 0,
  unnamed: 0,
  on_other_terms: 0,
  open_pence: 0,
  shares: 0,
  cost_pence: 0,
  uncalled_pence: 0,
  total_pence: null,
  left_members: 0,
  changed_members: 0,
  tolerance_pence: 0,
  wired_pence: null,
  minimum_pence: null,
  scheme: null,
  other_scheme: null,
  refund_pence: 0,
  unlisted_pence: 0,
  unlisted_names: [],
  unidentified_pence: 0,
  filed: [],
  account_waits: null,
  called_back_at: null,
  called_back_by_name: null,
  fee_bp: null,
  article: null,
  allowed_bp: null,
  waived_because: null,
  unwired_pence: 0,
  wired_on: null,
  on_account_pence: 0,
  leaving_pence: 0,
  difference_pence: 0,
  unmet: ["wire"],
  later: [],
} satisfies Gate as Gate;

it.each([
  [{}, "Nothing is called yet"],
  [{ unwired_pence: 9_999_980 }, "£99,999.80 not paid to the company"],
  [{ wired_on: "2027-02-01" }, "On 1 February 2027"],
])("A gate of %j says of the payment to the company: %s", (given, words) => {
  expect(describeGate({ ...gate, ...given }, null).find(({ key }) => key === "wire")?.said).toBe(words);
});

it.each([
  [{}, "£173,110.40 applied"],
  [{ uncalled_pence: 208_000 }, "£2,080.00 not called yet"],
  [{ open_pence: 500, uncalled_pence: 208_000 }, "£5.00 open, £2,080.00 not called yet"],
  [{ unpaid: 2 }, "2 members not called or not paid"],
])("A gate of %j says of the sums due: %s", (given, words) => {
  const paid = { ...gate, members: 3, due_pence: 17_311_040, ...given };
  expect(describeGate(paid, null).find(({ key }) => key === "due_applied")?.said).toBe(words);
});
