/** Wherever money is owed, paid or held: "£12,000.00". */
export const formatPence = (pence: number): string => exact.format(pence / 100);
const exact = new Intl.NumberFormat("en-GB", { style: "currency", currency: "GBP" });

/** Without sign and commas, as in CSV files and number fields: "12000.00". */
export const plainPounds = (pence: number): string => (pence / 100).toFixed(2);

/** A share's price as entered, with at least two decimals: "1.2" is "£1.20", "0.8349" is "£0.8349". */
export function formatPrice(price: string): string {
  const [pounds = "0", decimals = ""] = price.split(".");
  return `£${Number(pounds).toLocaleString("en-GB")}.${decimals.padEnd(2, "0")}`;
}

/** Pounds as people type them ("£10,000", "1500.50"), in pence; null for anything else. */
export function parsePounds(text: string): number | null {
  const plain = text.replace(/^\s*£/, "").replace(/\s/g, "");
  if (!/^(\d+|\d{1,3}(,\d{3})+)(\.\d{1,2})?$/.test(plain)) return null;
  return Math.round(Number(plain.replaceAll(",", "")) * 100);
}

/** As the database keeps a price: "1.200000" is "1.20". */
export const withTwoDecimals = (price: string): string => price.replace(/(\.\d{2}\d*?)0+$/, "$1");
