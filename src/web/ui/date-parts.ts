import { counted } from "#shared/counted.ts";
import { monthOfName, readDay } from "#shared/tables/read-day.ts";

export interface DateParts {
  day: string;
  month: string;
  year: string;
  /** "12:00"; empty where no time is asked. */
  time: string;
}

const boxes = ["day", "month", "year"] as const;

/** @param value "2027-01-26", with "T12:00" where a time is asked, or what `dateOf` made of boxes that are no date. */
export function partsOf(value: string, hasTime = false): DateParts {
  const [, date = "", time = ""] = (hasTime && /^(.*)T([\d:]*)$/.exec(value)) || ["", value];
  const [, isoYear, isoMonth, isoDay] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(date) ?? [];
  if (isoYear) return { day: withoutZeros(isoDay), month: withoutZeros(isoMonth), year: isoYear, time };
  const [day = "", month = "", ...year] = date.split("/");
  return { day, month, year: year.join("/"), time };
}

/**
 * Returns an empty text for empty boxes; the boxes as they are where they are no date, which a schema refuses and a draft keeps.
 */
export function dateOf(parts: DateParts, hasTime = false): string {
  const { day, month, year, time } = parts;
  if (boxes.every((box) => parts[box].trim() === "") && time === "") return "";
  const date = isoOf(parts) ?? [day, month, year].join("/");
  return hasTime ? `${date}T${time}` : date;
}

interface DateProblem {
  parts: readonly (keyof DateParts)[];
  message: string;
}

export function problemOf(parts: DateParts, hasTime = false): DateProblem | undefined {
  if (dateOf(parts, hasTime) === "") return undefined;
  const missing = [...boxes, ...(hasTime ? (["time"] as const) : [])].filter((box) => parts[box].trim() === "");
  if (missing.length > 0) return { parts: missing, message: `Fill in the ${missing.join(" and the ")}` };
  const [day, month, year] = [readNumber(parts.day), readMonth(parts.month), readNumber(parts.year)];
  if (month === undefined)
    return { parts: ["month"], message: "Enter the month as a number from 1 to 12 or a name, such as Mar" };
  if (!/^\d{4}$/.test(parts.year.trim()) || year === undefined)
    return { parts: ["year"], message: "Enter the year with four digits" };
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
  if (day === undefined || day < 1 || day > days)
    return {
      parts: ["day"],
      message: `Enter a day from 1 to ${days}: ${monthName(month)} ${year} has ${counted(days, "day")}`,
    };
  return undefined;
}

/** A whole date that was pasted, filled in by the browser or typed into one box. @param isTyped so that a year needs its four digits. */
export function wholeDate(text: string, isTyped = false): string | undefined {
  const trimmed = text.trim();
  if (isTyped && !/\d{4}/.test(trimmed)) return undefined;
  if (/^\d{5}(\.\d+)?$/.test(trimmed)) return undefined;
  const [, day, month, year] = /^(\d{2})(\d{2})(\d{4})$/.exec(trimmed) ?? [];
  const dayFirst = year && isoOf({ day: day ?? "", month: month ?? "", year, time: "" });
  return dayFirst || readDay(trimmed.replace(/^(\d{1,2})\s+(\d{1,2})\s+(\d{4})$/, "$1/$2/$3"));
}

/** Day, month and year that were typed or pasted into one box, though they may be no date: "31 2 2027". */
export function splitDate(text: string): Pick<DateParts, "day" | "month" | "year"> | undefined {
  const [, isoYear, isoMonth, isoDay] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text.trim()) ?? [];
  if (isoYear) return { day: withoutZeros(isoDay), month: withoutZeros(isoMonth), year: isoYear };
  const [, day, month, year] =
    /^(\d{1,2})[\s/.-]+(\d{1,2}|[a-z]{3,})\.?[\s/.-]+(\d{4})$/i.exec(text.trim()) ??
    /^(\d{2})(\d{2})(\d{4})$/.exec(text.trim()) ??
    [];
  return day && month && year ? { day: withoutZeros(day), month: withoutZeros(month), year } : undefined;
}

function isoOf({ day, month, year }: DateParts): string | undefined {
  const monthNumber = readMonth(month);
  if (!/^\d{1,2}$/.test(day.trim()) || monthNumber === undefined || !/^\d{4}$/.test(year.trim())) return undefined;
  const iso = `${year.trim()}-${String(monthNumber).padStart(2, "0")}-${day.trim().padStart(2, "0")}`;
  const date = new Date(`${iso}T00:00:00Z`);
  // Some engines read 31 February as 3 March.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : undefined;
}

function readMonth(text: string): number | undefined {
  const number = readNumber(text);
  if (number !== undefined) return number >= 1 && number <= 12 ? number : undefined;
  return monthOfName(text.trim().replace(/\.$/, ""));
}

const readNumber = (text: string): number | undefined => (/^\d{1,4}$/.test(text.trim()) ? Number(text) : undefined);

const withoutZeros = (digits = ""): string => digits.replace(/^0/, "");

const monthName = (month: number): string =>
  new Date(Date.UTC(2027, month - 1, 1)).toLocaleDateString("en-GB", { month: "long", timeZone: "UTC" });
