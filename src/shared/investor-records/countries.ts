import { lazily } from "#shared/lazily.ts";

const names = lazily(() => new Intl.DisplayNames("en-GB", { type: "region", fallback: "none" }));

/** Regions that are no country. */
const groups = ["EU", "EZ", "QO", "UN", "XA", "XB", "ZZ"];

/** @param code of ISO 3166-1 alpha-2. @returns undefined for a code that is no country, or no more. */
export function countryName(code: string): string | undefined {
  const isCurrent = /^[A-Z]{2}$/.test(code) && new Intl.Locale(`und-${code}`).region === code;
  return isCurrent && !groups.includes(code) ? names().of(code) : undefined;
}

/** By name. */
export function listCountries(): { code: string; name: string }[] {
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  const countries = codes.flatMap((code) => {
    const name = countryName(code);
    return name ? [{ code, name }] : [];
  });
  return countries.toSorted((one, other) => one.name.localeCompare(other.name, "en-GB"));
}
