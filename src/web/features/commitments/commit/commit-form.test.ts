import { describe, expect, it } from "vitest";
import type { CommitmentOffer } from "#shared/commitments/commitments.ts";
import {
  type CommitValues,
  commitFormSchema,
  leastHint,
  startValues,
  ticksFor,
  toCommitmentInput,
} from "./commit-form.tsx";

const termsId = "0190a0a0-0000-7000-8000-000000000009";
const offer: CommitmentOffer = {
  terms: { id: termsId, number: 1, price: "1.2", scheme: "SEIS" },
  tier: "trial",
  fee_bp: 1250,
  minimum_shares: 417,
  minimum_pence: 500_00,
  maximum_pence: 100_000_00,
  band: "general",
  legal_name: "Jonas Weber",
  is_uk_taxpayer: true,
  closes_at: "2027-01-18T17:00:00.000Z",
  obstacle: null,
  cooling_off_until: null,
  commitment: null,
};
const tickedFor = { terms_id: termsId, due_pence: 13_500_00, shares: 10_000 };
const start = startValues("£12,000", tickedFor, offer);
const ticks = { terms: true, loss: true, nominee: true, instruction: true };
const filled: CommitValues = { ...start, wants_relief: "yes", ticks, signature: "Jonas Weber" };

const refusals = (values: CommitValues, of = offer) =>
  commitFormSchema(of)
    .safeParse(values)
    .error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`) ?? [];

describe("The form of a commitment", () => {
  it("A commitment's form begins with nothing ticked or signed, and with relief for a UK taxpayer", () => {
    expect(start).toMatchObject({ wants_relief: "yes", signature: "", least_shares: "417" });
    expect(startValues("£500", tickedFor, { ...offer, is_uk_taxpayer: false }).wants_relief).toBe("no");
    expect(startValues("£500", tickedFor, { ...offer, is_uk_taxpayer: null }).wants_relief).toBe("");
    expect(Object.values(start.ticks)).toEqual([false, false, false, false]);
    expect(refusals(start)).toEqual([
      "ticks.terms: Please tick this to commit",
      "ticks.loss: Please tick this to commit",
      "ticks.nominee: Please tick this to commit",
      "ticks.instruction: Please tick this to commit",
      "signature: Please fill this in",
    ]);
  });

  it("A commitment's form sends what was filled in, with the terms that were read", () => {
    expect(refusals(filled)).toEqual([]);
    expect(toCommitmentInput(filled, offer)).toEqual({
      amount_pence: 12_000_00,
      least_shares: 417,
      wants_relief: true,
      ticks,
      signature: "Jonas Weber",
      terms_id: termsId,
      due_pence: filled.ticked_for.due_pence,
      expected_version: null,
    });
  });

  it("A commitment's form asks nothing about relief where there is no scheme", () => {
    const without: CommitmentOffer = { ...offer, terms: { ...offer.terms, scheme: "none" } };
    expect(refusals({ ...filled, wants_relief: "" }, without)).toEqual([]);
    expect(toCommitmentInput({ ...filled, wants_relief: "" }, without).wants_relief).toBeNull();
  });

  it.each([
    ["", null],
    ["1,000", 1000],
    [" 417 ", 417],
  ])("The fewest shares typed as %j are sent as %j", (least_shares, count) => {
    expect(toCommitmentInput({ ...filled, least_shares }, offer).least_shares).toBe(count);
  });

  it.each([
    [{ wants_relief: null }, "wants_relief: Please answer Yes or No"],
    [{ amount: "twelve" }, "amount: Please enter an amount like 500 or 500.50"],
    [{ least_shares: "4.5" }, "least_shares: Please enter a whole number of shares"],
    [{ least_shares: "416" }, "least_shares: Please enter at least 417 shares, the smallest commitment"],
    [{ least_shares: "10001" }, "least_shares: Please enter at most 10,000 shares, what you ask for"],
  ])("A commitment's form refuses %j at its field", (values, refusal) => {
    expect(refusals({ ...filled, ...values })).toEqual([refusal]);
  });
});

it.each([
  ["", "They cost £500.40. If fewer"],
  ["1,000", "They cost £1,200.00. If fewer"],
  ["1.000", "If fewer"],
])("The fewest shares %j are explained by their cost, if they can be read", (typed, start) => {
  expect(leastHint("1.2", typed, 417)).toBe(`${start} are left for you, you go on the waiting list instead`);
});

describe("A tick", () => {
  it("A tick is taken back only where its numbers have changed", () => {
    expect(ticksFor(ticks, tickedFor, { ...tickedFor, due_pence: 1 })).toEqual({
      ...ticks,
      loss: false,
      instruction: false,
    });
    expect(ticksFor(ticks, tickedFor, { ...tickedFor, shares: 10_001 })).toEqual({
      ...ticks,
      instruction: false,
    });
    expect(ticksFor(ticks, tickedFor, { ...tickedFor })).toEqual(ticks);
  });
  it("A tick does not apply to other terms", () => {
    expect(Object.values(ticksFor(ticks, tickedFor, { ...tickedFor, terms_id: "other" }))).not.toContain(true);
  });
});
