/** Unfolded lines (RFC 5545, 3.1) by name. */
export function calendarProperties(calendar: string): Record<string, string> {
  const lines = calendar
    .replaceAll(/\r\n[ \t]/g, "")
    .split("\r\n")
    .filter(Boolean);
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1)]));
}

/** The events of a calendar, in its order. @throws Error for a line that is not one, or longer than 75 octets (RFC 5545, 3.1). */
export function calendarEntries(calendar: string): Record<string, string>[] {
  for (const line of calendar.split("\r\n"))
    if (line.includes("\n") || Buffer.byteLength(line) > 75) throw new Error(`not a line of a calendar: ${line}`);
  const events = calendar.matchAll(/BEGIN:VEVENT\r\n(.*?)END:VEVENT\r\n/gs);
  return [...events].map(([, lines = ""]) => calendarProperties(lines));
}
