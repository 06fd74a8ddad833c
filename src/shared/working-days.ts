/** Monday to Friday; bank holidays are counted too. Days are like "2026-11-22". */

/** @returns how many there are after one day, up to and with another; negative where that is earlier. */
export const workingDaysBetween = (after: string, until: string): number =>
  workingDaysUpTo(mondaysFirst(until)) - workingDaysUpTo(mondaysFirst(after));

/** The day itself, or the Friday before a weekend. What was due on it, or later, is not late yet. */
export function lastWorkingDay(day: string): string {
  const number = mondaysFirst(day);
  return new Date((number - mondayOffset - Math.max(0, (number % 7) - 4)) * dayMilliseconds).toISOString().slice(0, 10);
}

const dayMilliseconds = 24 * 60 * 60 * 1000;
/** 1970-01-01 was a Thursday. */
const mondayOffset = 3;
const mondaysFirst = (day: string) => Date.parse(day) / dayMilliseconds + mondayOffset;

const workingDaysUpTo = (number: number) => {
  const week = Math.floor(number / 7);
  return week * 5 + Math.min(number - week * 7 + 1, 5);
};
