/** Wherever money is owed, paid or held: "£12,000.00". Not by `Intl`, whose format of a currency costs a page's first view 40 ms. */
export function formatPence(pence: number): string {
  const whole = Math.round(Math.abs(pence));
  const sign = pence < 0 && whole > 0 ? "-" : "";
  return `${sign}£${withCommas(Math.trunc(whole / 100))}.${String(whole % 100).padStart(2, "0")}`;
}

/** "1,250", of a number without decimals. */
export const withCommas = (whole: number | string): string => String(whole).replace(/\B(?=(\d{3})+$)/g, ",");

/** "1,204.5": thousandths at most. Not by `Intl` either. */
export function inThousandths(value: number): string {
  const [whole = "", decimals] = String(Number(value.toFixed(3))).split(".");
  return decimals === undefined ? withCommas(whole) : `${withCommas(whole)}.${decimals}`;
}

/** Without sign and commas, as in CSV files and number fields: "12000.00". */
export const plainPounds = (pence: number): string => (pence / 100).toFixed(2);

/** The words refuse an amount beyond the most that a field takes. */
export const tooMuchWords = (mostPence: number): string => `Please enter at most ${formatPence(mostPence)}`;

export const abovePriceWords = "Please enter a price above £0";
export const aboveZeroWords = "Please enter an amount above £0.00";

/** A tier without a fee has no "£0.00" in its words. */
export const feeWords = (feePence: number): string => (feePence > 0 ? `a fee of ${formatPence(feePence)}` : "no fee");

/** A share's price as entered, with at least two decimals: "1.2" is "£1.20", "0.8349" is "£0.8349". */
export function formatPrice(price: string): string {
  const [pounds = "0", decimals = ""] = price.split(".");
  return `£${withCommas(Number(pounds))}.${decimals.padEnd(2, "0")}`;
}

/** The database keeps more decimals: "1.200000" becomes "1.20". */
export const withTwoDecimals = (price: string): string => price.replace(/(\.\d{2}\d*?)0+$/, "$1");
