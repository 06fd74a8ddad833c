import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Terms } from "#shared/deals/deals.ts";
import { alderTerms as terms } from "#tests/support/alder-terms.ts";
import { materialChanges, type Offer, termLinesOf, termsChanges } from "./terms-changes.ts";

const offer: Offer = { terms, success_fee_bp: 800 };
const changed = (change: Partial<Terms>, success_fee_bp = 800): Offer => ({
  terms: { ...terms, ...change },
  success_fee_bp,
});
const materialLabels = (after: Offer) => materialChanges(offer, after).map(({ label }) => label);

describe("termsChanges", () => {
  it("termsChanges gives the old and the new terms in words", () => {
    expect(termsChanges(offer, changed({ price: "1.24", pre_money_pence: 155_000_000 }))).toEqual([
      { label: "Price of a share", before: "£1.20", after: "£1.24", isMaterial: true },
      { label: "Value of the company before the round", before: "£1,500,000", after: "£1,550,000", isMaterial: true },
      {
        label: "Smallest commitment",
        before: "417 shares, £500.40",
        after: "404 shares, £500.96",
        isMaterial: false,
      },
    ]);
  });

  it("termsChanges finds nothing where nothing has changed", () => {
    expect(termsChanges(offer, changed({}))).toEqual([]);
    expect(termsChanges(offer, changed({ price: "1.200000" }))).toEqual([]);
  });

  it("termLinesOf lists each line that a deal's page lists", () => {
    expect(termLinesOf(terms).map(({ label }) => label)).toEqual([
      ...["Scheme", "Instrument", "Class of share", "Rights", "Price of a share"],
      ...["Value of the company before the round", "Whole round", "Smallest commitment", "Commitments are taken"],
      ...["How shares are allocated", "Held by", "Shares expected"],
    ]);
  });
});

describe("materialChanges", () => {
  it.each<[string, Partial<Terms>]>([
    ["Price of a share", { price: "1.21" }],
    ["Value of the company before the round", { pre_money_pence: 150_000_001 }],
    ["Class of share", { share_class: "B shares" }],
    ["Rights", { rights: "None" }],
    ["Scheme", { scheme: "EIS" }],
    ["Scheme", { assurance: "applied" }],
    ["Scheme", { assurance_on: "2026-11-19" }],
    ["Instrument", { instrument: "preference_shares" }],
    ["Use of funds", { use_of_funds: [{ what: "Sales", percent: 100 }] }],
    ["Held by", { vehicle: "Each member" }],
    ["Conflicts", { conflicts: "A founder is a cousin of an admin." }],
    ["Whole round", { club_minimum_pence: 6_600_001 }],
    ["Whole round", { club_maximum_pence: 8_999_999 }],
    ["Commitments are taken", { closes_at: "2027-02-01T17:00:00.001Z" }],
    ["Commitments are taken", { closes_at: "2027-01-04T16:59:59.999Z" }],
  ])("A change of terms is material: %s, by %j", (label, change) => {
    expect(materialLabels(changed(change))).toEqual([label]);
  });

  it("A change of what the company pays the club is material", () => {
    expect(materialLabels(changed({}, 700))).toEqual(["What the company pays the club"]);
  });

  it.each<[string, Partial<Terms>]>([
    ["the club's minimum by a tenth", { club_minimum_pence: 6_600_000 }],
    ["the club's maximum by a tenth", { club_maximum_pence: 9_000_000 }],
    ["the end by 14 days", { closes_at: "2027-02-01T17:00:00.000Z" }],
    ["the day of completion", { completion_expected_on: "2027-03-02" }],
    ["risks", { risks: ["One.", "Two.", "Three.", "Four.", "Six."] }],
    ["other investors", { other_investors: "Somebody." }],
  ])("A change of terms is not material: %s", (_, change) => {
    const after = changed(change);
    expect(materialLabels(after)).toEqual([]);
    expect(termsChanges(offer, after)).toHaveLength(1);
  });

  it("Material changes are the same whichever way round, except for what a tenth is of", () => {
    fc.assert(
      fc.property(
        fc.record({ price: fc.constantFrom("1.20", "1.24", "0.8349"), rights: fc.constantFrom("A", "B") }),
        fc.record({ price: fc.constantFrom("1.20", "1.24", "0.8349"), rights: fc.constantFrom("A", "B") }),
        (one, other) => {
          const there = materialChanges(changed(one), changed(other));
          const back = materialChanges(changed(other), changed(one));
          expect(there.map(({ label, before, after }) => [label, before, after])).toEqual(
            back.map(({ label, before, after }) => [label, after, before]),
          );
        },
      ),
    );
  });
});
