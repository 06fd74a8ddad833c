import { describe, expect, it } from "vitest";
import { exitDeskMessages } from "#shared/funds/funds-exits-desk-messages.ts";
import { comesToWords, emptyExit, exitForm, termsOf } from "./exit-dialog.tsx";

const typed: typeof emptyExit = {
  ...emptyExit,
  happened_on: "2031-06-30",
  price: "£6.20",
  shares: "83,669",
  costs_pence: "£1,500.00",
  costs_payee: "Mills & Co",
};
const refused = (given: Partial<typeof emptyExit>) => {
  const issues = exitForm.safeParse({ ...typed, ...given }).error?.issues;
  return issues && [...new Set(issues.map(({ path }) => path.join(".")))].toSorted();
};

describe("What is typed of an exit", () => {
  it("An exit is sent in whole shares and pence, with what its kind asks for", () => {
    const sent = {
      happened_on: "2031-06-30",
      note: null,
      price: "6.20",
      costs_pence: 150_000,
      costs_payee: "Mills & Co",
    };
    expect(exitForm.parse(typed)).toEqual({ ...sent, kind: "sale", shares: 83_669, earlier_id: null });
    expect(exitForm.parse({ ...typed, kind: "dividend", earlier_id: "x" })).toMatchObject({
      shares: null,
      earlier_id: null,
    });
    expect(exitForm.parse({ ...typed, costs_pence: " " })).toMatchObject({ costs_pence: 0, costs_payee: null });
  });
  it("refuses an exit at the field that is wrong", () => {
    expect(refused({})).toBeUndefined();
    expect(refused({ happened_on: "", price: "six", shares: "1.5", costs_pence: "some" })).toEqual([
      ...["costs_pence", "happened_on", "price", "shares"],
    ]);
    expect(refused({ kind: "liquidation" })).toEqual(["note"]);
    expect(refused({ kind: "holdback" })).toEqual(["earlier_id"]);
    expect(refused({ costs_payee: " " })).toEqual(["costs_payee"]);
  });
  it("An exit is worked out once day and price are there, without what does not belong to its kind", () => {
    const terms = { kind: "sale", earlier_id: null, happened_on: "2031-06-30", price: "6.20", costs_pence: 150_000 };
    expect(termsOf(typed)).toEqual({ ...terms, shares: 83_669 });
    expect(termsOf({ ...typed, kind: "dividend" })).toMatchObject({ kind: "dividend", shares: null });
    for (const given of [{ price: "" }, { happened_on: "" }, { shares: "1.5" }, { kind: "holdback" as const }])
      expect(termsOf({ ...typed, ...given })).toBeNull();
  });
  it("An exit tells what it comes to, and by which rule", () => {
    const sums = { members: 2, shares: 150, gross_pence: 20_588, costs_pence: 0, paid_pence: 20_588 };
    expect(exitDeskMessages.comesTo(sums, "1.3725", "dividend")).toBe(
      "On 150 shares that is £205.88 before costs: £1.3725 × 150 shares, rounded half up to the penny once for all of them. 2 members get £205.88 together, split by their shares to the penny.",
    );
    const one = { members: 1, shares: 4000, gross_pence: 160_000, costs_pence: 1000, paid_pence: 159_000 };
    expect(exitDeskMessages.comesTo(one, "0.40", "sale")).toBe(
      "4,000 shares bring £1,600.00 before costs: £0.40 × 4,000 shares, rounded half up to the penny once for all of them. Less the costs of £10.00, 1 member gets £1,590.00.",
    );
  });
  it.each([
    ["£3", "£3.00"],
    ["2,000", "£2,000.00"],
    [" £1,240.5 ", "£1,240.50"],
    ["3", "£3.00"],
  ])("An exit with a price typed as %s tells what it comes to at %s a share", (price, words) => {
    const sums = { members: 3, shares: 4285, gross_pence: 1_285_500, costs_pence: 0, paid_pence: 1_285_500 };
    const terms = termsOf({ ...typed, price });
    expect(terms && comesToWords(sums, terms)).toContain(`before costs: ${words} × 4,285 shares,`);
  });
});
