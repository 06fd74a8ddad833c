import type { BankMapping } from "#shared/funds.ts";
import { readPounds } from "#shared/typed-numbers.ts";

const monthNames = [
  ...["january", "february", "march", "april", "may", "june"],
  ...["july", "august", "september", "october", "november", "december"],
];

/**
 * "26/01/2027", "2027-01-26" or "26 Jan 2027" as "2027-01-26". The order is that of digits which do not begin with the year.
 * @returns undefined for anything else.
 */
export function readDate(text: string, order: BankMapping["date_order"]): string | undefined {
  const [, year, month, day] = /^(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})$/.exec(text) ?? [];
  if (year) return toDay(year, month, day);
  const [, first, second, lastYear] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text) ?? [];
  if (lastYear && order === "day_first") return toDay(lastYear, second, first);
  if (lastYear && order === "month_first") return toDay(lastYear, first, second);
  const [, dayOfMonth, name = "", yearOfName] = /^(\d{1,2})[ -]([a-z]{3,})[ -](\d{4})$/i.exec(text) ?? [];
  const place = monthNames.findIndex((monthName) => monthName.startsWith(name.toLowerCase()));
  return yearOfName && place !== -1 ? toDay(yearOfName, String(place + 1), dayOfMonth) : undefined;
}

function toDay(year = "", month = "", day = ""): string | undefined {
  const text = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const date = new Date(`${text}T00:00:00Z`);
  // Some engines read 31 February as 3 March.
  const isReal = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
  return isReal && /^(19|20)/.test(year) ? text : undefined;
}

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
