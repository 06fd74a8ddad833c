import { readPounds } from "#shared/typed-numbers.ts";

/** Of pence; the sum of all lines of a file stays a safe integer. */
const most = 999_999_999_999;

/** "1,234.56", "-10.00", "£-5", ".50", "(10.00)" in pence, as banks write them. @returns undefined for anything else. */
export function readAmount(text: string): number | undefined {
  const [, bracketed, plain] = /^(?:\((.*)\)|(.*))$/.exec(text.trim()) ?? [];
  const [, before = "", pound = "", after = "", digits = ""] =
    /^([-+\u2212]?)\s?(£?)\s?([-+\u2212]?)([\d.][\d,.]*)$/.exec(bracketed ?? plain ?? "") ?? [];
  const sign = before + after;
  const value = readPounds(pound + digits.replace(/^\./, "0."));
  if (value === null || value > most || sign.length > (bracketed === undefined ? 1 : 0)) return undefined;
  const isNegative = bracketed !== undefined || sign === "-" || sign === "\u2212";
  return isNegative && value !== 0 ? -value : value;
}
