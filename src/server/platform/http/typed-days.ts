import { londonDate } from "#shared/london-time.ts";
import { typedDayMessages as messages, pastDayProblem } from "#shared/typed-days.ts";
import { refusedField } from "./http-error.ts";

/** Of what has happened, in a year that can be right. @param day in London. @throws HttpError 422 at the field */
export function refuseUnlessPast(path: string, day: string | null, now: Date): void {
  const problem = day === null ? undefined : pastDayProblem(day, londonDate(now));
  if (problem !== undefined) throw refusedField(path, problem);
}

/** Refuses a day in the past. @param day in London. @throws HttpError 422 at the field */
export function refusePast(path: string, day: string | null, now: Date): void {
  if (day !== null && day < londonDate(now)) throw refusedField(path, messages.past);
}
