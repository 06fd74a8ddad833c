import { lazily } from "#shared/lazily.ts";

const names = lazily(() => new Intl.DisplayNames("en-GB", { type: "region", fallback: "none" }));

/** Regions that are no country. */
const groups = ["EU", "EZ", "QO", "UN", "XA", "XB", "ZZ"];

/** @param code of ISO 3166-1 alpha-2. @returns undefined for a code that is no country, or no more. */
export function countryName(code: string): string | undefined {
  const isCurrent = /^[A-Z]{2}$/.test(code) && new Intl.Locale(`und-${code}`).region === code;
  return isCurrent && !groups.includes(code) ? names().of(code) : undefined;
}

/** Returns the countries in the order of their names. */
export function listCountries(): { code: string; name: string }[] {
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  const countries = codes.flatMap((code) => {
    const name = countryName(code);
    return name ? [{ code, name }] : [];
  });
  return countries.toSorted((one, other) => one.name.localeCompare(other.name, "en-GB"));
}

const otherNames: Readonly<Record<string, string>> = {
  uk: "GB",
  "great britain": "GB",
  britain: "GB",
  england: "GB",
  scotland: "GB",
  wales: "GB",
  "england and wales": "GB",
  "northern ireland": "GB",
  eire: "IE",
  "republic of ireland": "IE",
  holland: "NL",
  usa: "US",
  "united states of america": "US",
  america: "US",
  "czech republic": "CZ",
  turkey: "TR",
};

/** The code of "gb", "Ireland", "The Netherlands" and "U.K." @returns undefined for no country. */
export function countryOf(text: string): string | undefined {
  const plain = plainly(text);
  if (otherNames[plain]) return otherNames[plain];
  if (countryName(plain.toUpperCase())) return plain.toUpperCase();
  return listCountries().find(({ name }) => plainly(name) === plain)?.code;
}

const plainly = (name: string): string =>
  name
    .normalize("NFKD")
    .replaceAll(/[\p{M}.]/gu, "")
    .toLowerCase()
    .replaceAll("&", " and ")
    .replaceAll(/\s+/g, " ")
    .trim()
    .replace(/^the /, "");
