import type { OwnCompany } from "#shared/portfolio/portfolio.ts";
import { lossClaimMessages as messages } from "#shared/portfolio/portfolio-claim-messages.ts";
import { formatTaxYear, taxYearOf } from "#shared/portfolio/tax-dates.ts";

/** How losses may be used, a sentence each. */
export function lossRules(losses: readonly OwnCompany["losses"][number][], hasScheme: boolean): string[] {
  const years = new Set(hasScheme ? losses.map(({ day }) => taxYearOf(day)) : []);
  const has = (wanted: "sold" | "written_off") => losses.some(({ kind }) => kind === wanted);
  return [
    ...[...years].map(
      (year) =>
        `Against your income of ${formatTaxYear(year)}, or of ${formatTaxYear(year - 1)}, the year before, or of both`,
    ),
    years.size > 0 ? `Or a${messages.gains.slice(1)}` : messages.gains,
    ...(has("written_off")
      ? [
          "What counts is a sale at arm’s length, a liquidation, or a claim that the shares have become of negligible value. If the company is not wound up yet, its shares being worth nothing here does not make such a claim for you.",
          "The day that counts for tax may be another than the day above. If it falls in another tax year, the last day to claim moves with it.",
        ]
      : []),
    ...(has("sold")
      ? [
          "If a part of the price was kept back at a sale and may be paid later, the loss may be less by it. When it counts depends on the terms of the sale.",
        ]
      : []),
  ];
}
