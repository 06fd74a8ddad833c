/** Of a day that somebody types: what is past cannot be to come, nor what is to come be past. */
export const typedDayMessages = {
  future: "Choose today or an earlier day",
  past: "Choose today or a later day",
  year: "Please check the year",
} as const;

/** Nothing that a club writes down happened before: such a year is a slip. */
const earliestPastDay = "1950-01-01";

/** Returns what is wrong with the day of something that has happened; undefined where nothing is. @param today in London. */
export function pastDayProblem(day: string, today: string): string | undefined {
  if (day > today) return typedDayMessages.future;
  return day < earliestPastDay ? typedDayMessages.year : undefined;
}
