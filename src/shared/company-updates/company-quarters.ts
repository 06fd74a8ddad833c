/** Calendar quarters as "2029-Q3"; days as "2029-10-12", in London. */

import { formatDay } from "../london-time.ts";

const dayMilliseconds = 24 * 60 * 60 * 1000;

/** Days after the end of a quarter in which its update is awaited. */
export const daysToSend = 30;

export const quarterOf = (day: string): string => `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`;

/** Quarters since the year 0, so that they can be counted. */
const toNumber = (quarter: string): number => Number(quarter.slice(0, 4)) * 4 + Number(quarter.slice(6)) - 1;
const fromNumber = (number: number): string => `${Math.floor(number / 4)}-Q${(number % 4) + 1}`;

/** @param count of quarters later; negative for earlier ones. */
export const shiftQuarter = (quarter: string, count: number): string => fromNumber(toNumber(quarter) + count);

const lastDays = ["03-31", "06-30", "09-30", "12-31"];
export const lastDayOf = (quarter: string): string =>
  `${quarter.slice(0, 4)}-${lastDays[Number(quarter.slice(6)) - 1] ?? ""}`;

/** The last day on which its update is in time. */
export const dueDayOf = (quarter: string): string =>
  new Date(Date.parse(lastDayOf(quarter)) + daysToSend * dayMilliseconds).toISOString().slice(0, 10);

/** The last day on which it is awaited: that of the quarter, or of the link where it was asked for after that. Days in London. */
export const awaitedUntil = (quarter: string, asked: { askedOn: string; linkEndsOn: string }): string =>
  asked.askedOn > dueDayOf(quarter) ? asked.linkEndsOn : dueDayOf(quarter);

/** The last quarter that is over. */
export const lastQuarterBefore = (today: string): string => shiftQuarter(quarterOf(today), -1);

/** Both included, the latest first. */
export function quartersBetween(first: string, last: string): string[] {
  const count = toNumber(last) - toNumber(first) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, index) => shiftQuarter(last, -index));
}

/** Those that a company owes an update for, the latest first. @param heldSince when members first held its shares. */
export const quartersOwed = (heldSince: string, today: string): string[] =>
  quartersBetween(quarterOf(heldSince), lastQuarterBefore(today));

/** "Third quarter of 2029". */
export const quarterName = (quarter: string): string =>
  `${ordinals[Number(quarter.slice(6)) - 1] ?? ""} quarter of ${quarter.slice(0, 4)}`;
const ordinals = ["First", "Second", "Third", "Fourth"];

/** "third quarter of 2029", inside a sentence. */
export const quarterWords = (quarter: string): string => {
  const name = quarterName(quarter);
  return name.charAt(0).toLowerCase() + name.slice(1);
};

/** "third quarter of 2029, 1 July to 30 September 2029": a company's own year may begin in another month. */
export const quarterWithDays = (quarter: string): string => {
  const last = lastDayOf(quarter);
  const first = `${last.slice(0, 5)}${String(Number(last.slice(5, 7)) - 2).padStart(2, "0")}-01`;
  return `${quarterWords(quarter)}, ${formatDay(first).replace(/ \d{4}$/, "")} to ${formatDay(last)}`;
};

/** "2029 Q3". */
export const shortQuarter = (quarter: string): string => quarter.replace("-", " ");
