import { londonDate } from "#shared/london-time.ts";
import { portfolioMessages as messages } from "#shared/portfolio/portfolio-messages.ts";
import type { Caller } from "../../context.ts";
import { refusedField } from "../../platform/http/http-error.ts";

export const today = ({ dependencies }: Caller): string => londonDate(dependencies.now());

/** The day that figures are asked for: today without one. @throws HttpError 422 for a day to come. */
export function dayOf(caller: Caller, on: string | undefined): string {
  const latest = today(caller);
  if (on !== undefined && on > latest) throw refusedField("on", messages.notLaterThanToday);
  return on ?? latest;
}
