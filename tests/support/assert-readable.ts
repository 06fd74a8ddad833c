import { readCalendar } from "./read-calendar.ts";
import { readCsv } from "./read-csv.ts";

/** Reads each exported table and calendar with another library than the one that wrote it. @throws Error if that refuses the file. */
export async function assertReadable(path: string, status: number, body: unknown): Promise<void> {
  if (status !== 200 || typeof body !== "string") return;
  if (/\.csv(\?|$)/.test(path)) await readCsv(body);
  if (/\.ics(\?|$)/.test(path)) readCalendar(body);
}
