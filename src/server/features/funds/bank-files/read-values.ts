import { readPounds } from "#shared/typed-numbers.ts";

/** Amounts have at most this many pence; the sum of all lines of a file stays a safe integer. */
const most = 999_999_999_999;

/**
 * "1,234.56", "-10.00", "£-5", ".50", "(10.00)", "10.00-", "10.00 DR", "GBP 10.00", "£10 000" in pence, as banks write them.
 * @returns undefined for anything else.
 */
export function readAmount(text: string): number | undefined {
  const [, bracketed, plain] = /^(?:\((.*)\)|(.*))$/.exec(text.trim()) ?? [];
  const [, before = "", pound = "", after = "", digits = "", side = ""] =
    /^(?:GBP\s?)?([-+\u2212]?)\s?(£?)\s?([-+\u2212]?)([\d.](?:[\d,.\p{Zs}]*[\d.])?)\s?([-\u2212]|[CD]R)?(?:\s?GBP)?$/iu.exec(
      bracketed ?? plain ?? "",
    ) ?? [];
  const signs = [before, after, side.toUpperCase()].filter(Boolean);
  const value = readPounds(pound + digits.replace(/^\./, "0."));
  if (value === null || value > most || signs.length > (bracketed === undefined ? 1 : 0)) return undefined;
  const isNegative = bracketed !== undefined || signs.some((sign) => ["-", "\u2212", "DR"].includes(sign));
  return isNegative && value !== 0 ? -value : value;
}
