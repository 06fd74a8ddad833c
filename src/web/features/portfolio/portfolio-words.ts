import { lazily } from "#shared/lazily.ts";
import { formatPence } from "#shared/pence.ts";
import type { Figures, YearlyRate } from "#shared/portfolio-figures.ts";
import { figureMessages as messages } from "#shared/portfolio-page-messages.ts";
import { longDate } from "#web/lib/format.ts";

/** "−£2,000.00", with a true minus. */
export const signedPence = (pence: number): string => formatPence(pence).replace("-", "−");

const twoDecimals = lazily(
  () => new Intl.NumberFormat("en-GB", { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
);

/** "1.44×" */
export const multipleOf = (multiple: number): string => `${twoDecimals().format(multiple)}×`;

/** 0.135323 is "13.5%"; "−12.0%" with a true minus. */
export function ratePercent(rate: number): string {
  const rounded = Math.round(rate * 1000) / 10 || 0;
  return `${rounded.toLocaleString("en-GB", { minimumFractionDigits: 1 }).replace("-", "−")}%`;
}

/** 0.0042 is "0.42%". */
export const partPercent = (part: number): string => `${twoDecimals().format(part * 100)}%`;

/** "81%" of a whole. */
export const wholePercent = (part: number, whole: number): string =>
  whole === 0 ? "0%" : `${Math.round((part / whole) * 100)}%`;

/** The text below "for each £1 paid in". */
export function rateWords({ net_rate, net_multiple, gross_multiple, fee_pence }: Figures): string {
  const words = [yearly(net_rate)];
  if (net_rate.state === "under_a_year" && fee_pence > 0 && (net_multiple ?? 1) < 1 && (gross_multiple ?? 0) >= 1)
    words.push(messages.feeIsWhy);
  else if (net_rate.state !== "under_a_year" && gross_multiple !== null && fee_pence > 0)
    words.push(messages.beforeFees(multipleOf(gross_multiple)));
  return words.join(" ");
}

function yearly({ state, rate, since }: YearlyRate): string {
  switch (state) {
    case "rate":
      return messages.rate(ratePercent(rate ?? 0), longDate(since ?? ""));
    case "under_a_year":
      return messages.underAYear;
    case "not_meaningful":
      return messages.notMeaningful;
    default:
      return messages.noRate;
  }
}
