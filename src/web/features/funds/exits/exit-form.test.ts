import { describe, expect, it } from "vitest";
import { emptyExit, exitForm, grossOf } from "./exit-form.ts";

const typed: typeof emptyExit = {
  ...{ ...emptyExit, happened_on: "2031-06-30", price: "£6.20", shares: "83,669", costs_pence: "£1,500.00" },
  costs_payee: "Mills & Co",
};
const refused = (given: Partial<typeof emptyExit>) => {
  const issues = exitForm.safeParse({ ...typed, ...given }).error?.issues;
  return issues && [...new Set(issues.map(({ path }) => path.join(".")))].toSorted();
};

describe("What is typed of an exit", () => {
  it("is sent in whole shares and pence, and as its kind asks", () => {
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
  it("is refused at its field", () => {
    expect(refused({})).toBeUndefined();
    expect(refused({ happened_on: "", price: "six", shares: "1.5", costs_pence: "some" })).toEqual([
      ...["costs_pence", "happened_on", "price", "shares"],
    ]);
    expect(refused({ kind: "liquidation" })).toEqual(["note"]);
    expect(refused({ kind: "holdback" })).toEqual(["earlier_id"]);
    expect(refused({ costs_payee: " " })).toEqual(["costs_payee"]);
  });
  it("brings its price times the shares, rounded once", () => {
    expect(grossOf(typed, 83_669)).toEqual({ shares: 83_669, pence: 51_874_780 });
    expect(grossOf({ ...typed, shares: "" }, 10)).toEqual({ shares: 10, pence: 6200 });
    expect(grossOf(typed, 100)).toBeNull();
    expect(grossOf({ ...typed, price: "" }, 83_669)).toBeNull();
  });
});
