import { expect, it } from "vitest";
import { formatPounds } from "./format-pounds.ts";
import { formatPence } from "./pence.ts";
import { defaultSettings, toClub } from "./settings/club.ts";
import { breakEvenPence, getPlan } from "./settings/plan-costs.ts";

it.each([
  [0, "£0"],
  [395_00, "£395"],
  [395_50, "£395.50"],
  [125_000_05, "£125,000.05"],
  [-4600_00, "-£4,600"],
  [1165_000.000_000_1, "£11,650"],
])("An amount of %i pence reads %s", (pence, pounds) => {
  expect(formatPounds(pence)).toBe(pounds);
});

it("Sums read as the language's own format of pounds writes them", () => {
  const format = new Intl.NumberFormat("en-GB", { style: "currency", currency: "GBP" });
  const sums = [1, 9, 99, 100, 999_99, 1000_00, 999_999_99, 1_000_000_00, 12_345_678_90, Number.MAX_SAFE_INTEGER - 1];
  for (const pence of sums.flatMap((sum) => [sum, -sum])) expect(formatPence(pence)).toBe(format.format(pence / 100));
});

it("A plan's price of £395.50 is £395.50 on its card, and the break-even is in whole pounds", () => {
  const [first] = defaultSettings.terms;
  if (!first) throw new Error("no terms");
  const premium = { ...first.plans.Premium, annual_price_pence: 395_50 };
  const club = toClub(
    { ...defaultSettings, terms: [{ ...first, plans: { ...first.plans, Premium: premium } }] },
    "2026-11-22",
  );
  expect(getPlan(club.plans, "Premium").price).toBe("£395.50");
  expect(breakEvenPence(getPlan(club.plans, "Premium"), getPlan(club.plans, "Trial"))).toBe(4653_00);
});
