import { describe, expect, it } from "vitest";
import { type PriceValues, priceForm, toEntered } from "./price-form.ts";

const typed: PriceValues = {
  basis: "last_round",
  share_class: "",
  as_of: "2028-03-15",
  price: "£2.48",
  is_far_meant: false,
  impaired_percent: "50",
  source: "A filing.",
  shares_in_issue: "1,637,857",
};
const refused = (given: Partial<PriceValues>) => {
  const issues = priceForm.safeParse({ ...typed, ...given }).error?.issues;
  return issues && Object.fromEntries(issues.map(({ path, message }) => [path.join("."), message]));
};

describe("What is typed of a price", () => {
  it("A price is sent as its basis asks", () => {
    const sent = { share_class: null, as_of: "2028-03-15", source: "A filing.", shares_in_issue: 1_637_857 };
    expect(priceForm.parse(typed)).toEqual({ ...sent, basis: "last_round", price: "2.48", is_far_meant: false });
    expect(priceForm.parse({ ...typed, basis: "nil" })).toEqual({ ...sent, basis: "nil" });
    expect(priceForm.parse({ ...typed, basis: "impaired" })).toEqual({
      ...sent,
      basis: "impaired",
      impaired_percent: 50,
    });
  });
  it("refuses a price at the field that is wrong", () => {
    expect(refused({})).toBeUndefined();
    expect(refused({ price: "", as_of: "", source: " ", shares_in_issue: "many" })).toEqual({
      price: "Enter a price above £0",
      as_of: "Please enter the day",
      source: "Please say where it can be checked",
      shares_in_issue: "Please enter a whole number of shares",
    });
  });
  it("The number of shares in issue is at least one, where it is given", () => {
    expect(refused({ shares_in_issue: "0" })).toEqual({ shares_in_issue: "Please enter at least 1 share" });
  });
  it("A price's effect is shown once the price is whole", () => {
    expect(toEntered({ ...typed, price: "2." })).toBeNull();
    expect(toEntered({ ...typed, as_of: "" })).toBeNull();
    expect(toEntered({ ...typed, basis: "nil", price: "" })).toMatchObject({ basis: "nil", as_of: "2028-03-15" });
  });
});
