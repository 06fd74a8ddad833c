import { lazily } from "#shared/lazily.ts";
import { formatPence } from "#shared/pence.ts";
import type { Figures, MultipleRange, YearlyRate } from "#shared/portfolio/portfolio-figures.ts";
import { daysBetween } from "#shared/portfolio/tax-dates.ts";
import { rangeWords } from "#shared/range-words.ts";
import { longDate } from "#web/lib/format.ts";

/** "−£2,000.00", with a true minus. */
export const signedPence = (pence: number): string => formatPence(pence).replace("-", "−");

/** "−£2,000.00", or "−£2,000.00–£500.00" where a price is too old. */
export const signedRange = (pence: number, rangePence: number): string =>
  rangeWords(signedPence(pence), signedPence(pence + rangePence));

const twoDecimals = lazily(
  () => new Intl.NumberFormat("en-GB", { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
);

/** "1.44×" */
export const multipleOf = (multiple: number): string => `${twoDecimals().format(multiple)}×`;

/** "1.44×", or "0.00×–1.44×" where a price is too old; "–" where there is none. */
export function multipleWords(multiple: number | null, range: MultipleRange | null): string {
  if (range !== null) return rangeWords(multipleOf(range.low), multipleOf(range.high));
  return multiple === null ? "–" : multipleOf(multiple);
}

export const grossMultipleWords = ({
  gross_multiple,
  gross_multiple_range,
}: Pick<Figures, "gross_multiple" | "gross_multiple_range">): string =>
  multipleWords(gross_multiple, gross_multiple_range);

/** 0.135323 is "13.5%"; "−12.0%" with a true minus. */
export function ratePercent(rate: number): string {
  const rounded = Math.round(rate * 1000) / 10 || 0;
  return `${rounded.toLocaleString("en-GB", { minimumFractionDigits: 1 }).replace("-", "−")}%`;
}

/** 0.0042 is "0.42%". */
export const partPercent = (part: number): string => `${twoDecimals().format(part * 100)}%`;

/** The text below the return. */
export function rateWords(figures: Figures, asOf: string): string {
  const { net_rate, net_multiple, gross_multiple, fee_pence } = figures;
  const hasOlder = net_rate.since !== null && daysBetween(net_rate.since, asOf) >= 365;
  if (net_rate.state === "under_a_year" && hasOlder)
    return "Most of what was paid in has been in for less than a year: no yearly rate yet.";
  const words = [yearly(net_rate)];
  const isUnderOne = net_multiple !== null && Number(net_multiple.toFixed(2)) < 1;
  if (net_rate.state === "under_a_year" && fee_pence > 0 && isUnderOne && (gross_multiple ?? 0) >= 1)
    words.push("The fee is why it starts under 1.");
  return words.join(" ");
}

function yearly({ state, rate, since }: YearlyRate): string {
  switch (state) {
    case "rate":
      return `${ratePercent(rate ?? 0)} a year since ${longDate(since ?? "")}.`;
    case "under_a_year":
      return "Less than a year: no yearly rate yet.";
    case "price_too_old":
      return "No rate: a price is too old.";
    case "not_meaningful":
      return "No yearly rate: money went in and out in a way that no single rate describes.";
    default:
      return "Nothing paid in yet.";
  }
}
