/** Unfolded lines (RFC 5545, 3.1) by name. */
export function calendarProperties(calendar: string): Record<string, string> {
  const lines = calendar
    .replaceAll(/\r\n[ \t]/g, "")
    .split("\r\n")
    .filter(Boolean);
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1)]));
}
