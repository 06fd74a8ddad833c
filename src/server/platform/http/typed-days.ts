import { londonDate } from "#shared/london-time.ts";
import { typedDayMessages as messages } from "#shared/typed-days.ts";
import { refusedField } from "./http-error.ts";

/** Of what has happened. @param day in London. @throws HttpError 422 at the field */
export function refuseFuture(path: string, day: string | null, now: Date): void {
  if (day !== null && day > londonDate(now)) throw refusedField(path, messages.future);
}

/** Of what is to come. @param day in London. @throws HttpError 422 at the field */
export function refusePast(path: string, day: string | null, now: Date): void {
  if (day !== null && day < londonDate(now)) throw refusedField(path, messages.past);
}
