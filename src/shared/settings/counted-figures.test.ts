import { describe, expect, it } from "vitest";
import { type ClubCounts, countedFigure } from "./counted-figures.ts";

const counts: ClubCounts = {
  companies: 3,
  members: 57,
  held_companies: 9,
  investors: 31,
  invested_pence: 143_210_00,
};
const membersOf = (members: number) => countedFigure("members", { ...counts, members });
const investedOf = (pounds: number) => countedFigure("invested", { ...counts, invested_pence: pounds * 100 });

describe("A counted figure", () => {
  it.each([
    [5, "5"],
    [9, "9"],
    [10, "10"],
    [11, "10+"],
    [50, "50"],
    [57, "50+"],
    [99, "90+"],
    [100, "100"],
    [199, "100+"],
    [1430, "1,000+"],
  ])("A count of %i members is shown as %s", (members, shown) => {
    expect(membersOf(members)).toBe(shown);
  });

  it.each([
    [1_000, "£1K"],
    [143_210, "£100K+"],
    [999_999.99, "£900K+"],
    [1_000_000, "£1M"],
    [2_400_000, "£2M+"],
    [1_234_567_890, "£1B+"],
  ])("A sum of £%f invested is shown as %s", (pounds, shown) => {
    expect(investedOf(pounds)).toBe(shown);
  });

  it("A counted figure is never more than was counted", () => {
    for (let members = 5; members < 20_000; members += 7)
      expect(Number(membersOf(members)?.replace(/[,+]/g, ""))).toBeLessThanOrEqual(members);
  });

  it("No figure is shown where it would tell of single people", () => {
    expect(membersOf(4)).toBeNull();
    for (const few of [{ investors: 4 }, { held_companies: 4 }])
      for (const figure of ["held_companies", "invested"] as const)
        expect(countedFigure(figure, { ...counts, ...few })).toBeNull();
    expect(investedOf(999.99)).toBeNull();
  });

  it("The figure of active companies is the number of pages that everybody can count", () => {
    expect(countedFigure("companies", { ...counts, companies: 2 })).toBe("2");
  });
});
