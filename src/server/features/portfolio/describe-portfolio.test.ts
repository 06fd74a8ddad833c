import { describe, expect, it } from "vitest";
import { alderId, jonas } from "#tests/support/golden-portfolio.ts";
import { describeCompany } from "./describe-portfolio.ts";

describe("The member's part of a company whose terms do not say what it was worth", () => {
  const [lot] = jonas.lots.filter(({ company_id }) => company_id === alderId);
  const [price] = jonas.prices.filter(({ shares_in_issue }) => shares_in_issue !== null);
  if (!lot || !price) throw new Error("The worked example has a lot and a price.");
  const partWith = (as_of: string) => {
    const lots = [{ ...lot, pre_money_pence: null, issued_on: "2027-02-02" }];
    const prices = [{ ...price, as_of, shares_in_issue: 1_000_000 }];
    return describeCompany({ ...jonas, lots, prices }, alderId, "2028-06-01")?.part;
  };
  it("The member's part follows from shares in issue that were said on the day of the first lot or later", () => {
    expect(partWith("2027-02-02")).toEqual({ at_issue: null, now: 0.006879 });
  });
  it("The member's part is unknown where the shares in issue were said before the first lot", () => {
    expect(partWith("2027-02-01")).toEqual({ at_issue: null, now: null });
  });
  it("The member's part is unknown before the day for which the shares in issue are said", () => {
    expect(partWith("2028-06-02")).toEqual({ at_issue: null, now: null });
  });
});
