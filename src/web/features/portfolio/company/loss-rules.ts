import type { OwnCompany } from "#shared/portfolio/portfolio.ts";
import { lossClaimMessages as messages } from "#shared/portfolio/portfolio-claim-messages.ts";
import { formatTaxYear, taxYearOf } from "#shared/portfolio/tax-dates.ts";

/** How losses may be used, a sentence each. */
export function lossRules(losses: readonly OwnCompany["losses"][number][], hasScheme: boolean): string[] {
  const years = hasScheme ? new Set(losses.map(({ day }) => taxYearOf(day))) : [];
  const has = (wanted: "sold" | "written_off") => losses.some(({ kind }) => kind === wanted);
  return [
    ...[...years].map((year) => messages.years(formatTaxYear(year), formatTaxYear(year - 1))),
    messages.gains,
    ...(has("written_off") ? [messages.events, messages.dayMayDiffer] : []),
    ...(has("sold") ? [messages.holdback] : []),
  ];
}
