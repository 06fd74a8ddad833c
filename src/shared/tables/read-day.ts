import { londonDate } from "../london-time.ts";

export const dayOrders = ["day_first", "month_first", "year_first"] as const;
export type DayOrder = (typeof dayOrders)[number];

interface Reading {
  /** The order matters for digits that do not begin with the year. */
  order?: DayOrder;
  /** Times without a zone are in UTC, not in London. */
  isUtc?: boolean;
}

/**
 * "26/01/2027", "2027-01-26", "26 Jan 2027", "26-Jan-27" and 46048, as Excel counts, as "2027-01-26"; of a moment the day
 * in London. Years of two digits are of this century.
 * @returns undefined for anything else.
 */
export function readDay(text: string, { order = "day_first", isUtc = false }: Reading = {}): string | undefined {
  const { date, time, half, zone } = partsOf(text.trim());
  const day = readDate(date.replace(weekday, ""), order);
  if (day === undefined || time === undefined) return day;
  const [, given, minute, second = "00"] = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/.exec(time) ?? [];
  const hour = toHour(Number(given), half);
  if (hour === undefined || Number(minute) > 59 || Number(second) > 60) return undefined;
  if (zone === "" && !isUtc) return day;
  const offset = zone === "" || /^(?:Z|UTC|GMT)$/i.test(zone) ? "Z" : zone.replace(/^([+-]\d\d):?(\d\d)$/, "$1:$2");
  const moment = new Date(`${day}T${String(hour).padStart(2, "0")}:${minute}:00${offset}`);
  return Number.isNaN(moment.getTime()) ? undefined : londonDate(moment);
}

/** From 0, of "10" and of "10 pm". */
function toHour(hour: number, half: string): number | undefined {
  if (half === "") return hour <= 23 ? hour : undefined;
  if (hour < 1 || hour > 12) return undefined;
  return (hour % 12) + (/^p/i.test(half) ? 12 : 0);
}

/** "Mon 5 Jan 2027", "Monday, 5 January 2027" */
const weekday = /^(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?\.?,?\s+/i;

const ofMonthFirst = (text: string) => readDay(text, { order: "month_first" });

/** Checks for a day that has the month first beyond doubt: "4/13/2022". Then "03/04/2021" of the same file is in doubt too. */
export const hasMonthFirst = (texts: readonly string[]): boolean =>
  texts.some((text) => readDay(text) === undefined && ofMonthFirst(text) !== undefined);

export const isOtherMonthFirst = (text: string): boolean => {
  const day = ofMonthFirst(text);
  return day !== undefined && day !== readDay(text);
};

/** Checks for a day in any order. */
export const isDay = (text: string): boolean =>
  !/^\d+$/.test(text) && dayOrders.some((order) => readDay(text, { order }) !== undefined);

/** "2027-01-05T10:11:12.000Z", "05/01/2027 10:11 PM" and "05/01/2027, 10:11 +01:00" in their parts. */
function partsOf(text: string): { date: string; time?: string | undefined; half: string; zone: string } {
  const [, date = text, time, half = "", zone = ""] =
    /^(.+?)(?:T|,?\s+)(\d{1,2}:\d{2}(?::\d{2})?)(?:[.,]\d{1,9})?\s?([ap]\.?m\.?)?\s?(Z|UTC|GMT|[+-]\d{2}:?\d{2})?(?: UTC| GMT)?$/i.exec(
      text,
    ) ?? [];
  return { date, time, half, zone };
}

const monthNames = [
  ...["january", "february", "march", "april", "may", "june"],
  ...["july", "august", "september", "october", "november", "december"],
];

/** From 1, of three letters or more. */
export function monthOfName(name: string): number | undefined {
  const place = name.length < 3 ? -1 : monthNames.findIndex((month) => month.startsWith(name.toLowerCase()));
  return place === -1 ? undefined : place + 1;
}

function readDate(text: string, order: DayOrder): string | undefined {
  const [, year, month, day] = /^(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})$/.exec(text) ?? [];
  if (year) return toDay(year, month, day);
  const [, first, second, lastYear] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})$/.exec(text) ?? [];
  if (lastYear && order === "day_first") return toDay(lastYear, second, first);
  if (lastYear && order === "month_first") return toDay(lastYear, first, second);
  const [, wholeYear, wholeMonth, wholeDay] = /^(\d{4})(\d{2})(\d{2})$/.exec(text) ?? [];
  if (wholeYear) return toDay(wholeYear, wholeMonth, wholeDay);
  const named = namedDate(text);
  const namedMonth = monthOfName(named?.month ?? "");
  if (named && namedMonth) return toDay(named.year, String(namedMonth), named.day);
  return /^\d{5}(?:\.\d+)?$/.test(text) ? ofSerial(Math.floor(Number(text))) : undefined;
}

/** "5 January 2027", "05-Jan-27", "05Jan2027", "5th Jan. 2027", "January 5, 2027" and "2027-Jan-05": a month's name settles the order. */
function namedDate(text: string): { day: string; month: string; year: string } | undefined {
  const found =
    /^(?<day>\d{1,2})(?:st|nd|rd|th)?[ -]?(?<month>[a-z]{3,})\.?,?[ -]?(?<year>\d{4}|\d{2})$/i.exec(text) ??
    /^(?<month>[a-z]{3,})\.? (?<day>\d{1,2})(?:st|nd|rd|th)?,? (?<year>\d{4})$/i.exec(text) ??
    /^(?<year>\d{4})[ -](?<month>[a-z]{3,})[ -](?<day>\d{1,2})$/i.exec(text);
  const { day = "", month = "", year = "" } = found?.groups ?? {};
  return found ? { day, month, year } : undefined;
}

function toDay(year = "", month = "", day = ""): string | undefined {
  const text = `${year.length === 2 ? "20" : ""}${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const date = new Date(`${text}T00:00:00Z`);
  // Some engines read 31 February as 3 March.
  const isReal = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
  return isReal && /^(19|20)/.test(text) ? text : undefined;
}

/** Days since the end of 1899, of this century. */
function ofSerial(days: number): string | undefined {
  const day = new Date(Date.UTC(1899, 11, 30) + days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
  return day.startsWith("20") ? day : undefined;
}
