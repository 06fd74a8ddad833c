import { readCalendar } from "./read-calendar.ts";

/** Unfolded lines (RFC 5545, 3.1) by name. @throws Error if ical.js refuses the calendar. */
export function calendarProperties(calendar: string): Record<string, string> {
  readCalendar(calendar);
  const lines = calendar
    .replaceAll(/\r\n[ \t]/g, "")
    .split("\r\n")
    .filter(Boolean);
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1)]));
}
