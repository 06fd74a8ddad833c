import { formatPrice } from "#shared/pence.ts";

/** What a price ten times the last one, or a tenth of it, is asked; null of any other, and where there is none to compare with. */
export function farPriceWords(price: string, last: string | null): string | null {
  const compared = farPriceNote(price, last);
  if (compared === null || last === null) return null;
  const places = -Math.round(Math.log10(Number(price) / Number(last)));
  return `${formatPrice(price)} is ${compared}. Did you mean ${formatPrice(shifted(price, places))}?`;
}

/** "100 times the last price, £0.625". */
export function farPriceNote(price: string, last: string | null): string | null {
  const times = last === null ? 0 : Number(price) / Number(last);
  // Nothing left, or nothing before, is no slip of the decimal point.
  if (last === null || !(times > 0 && Number.isFinite(times))) return null;
  const [up, down] = [rounded(times), rounded(1 / times)];
  if (up >= 10) return `${inWords(up)} times the last price, ${formatPrice(last)}`;
  if (down >= 10) return `${down === 10 ? "a tenth" : `1/${inWords(down)}`} of the last price, ${formatPrice(last)}`;
  return null;
}

const rounded = (ratio: number): number => Number(ratio.toPrecision(6));

const inWords = (ratio: number): string => Math.round(ratio).toLocaleString("en-GB");

/** By so many places to the left, in millionths of a pound. */
function shifted(price: string, places: number): string {
  const [pounds = "0", decimals = ""] = price.split(".");
  const millionths = Number(pounds + decimals.padEnd(6, "0")) * 10 ** places;
  const text = (Math.max(1, Math.round(millionths)) / 1_000_000).toFixed(6);
  return text.replace(/0{1,4}$/, "");
}
