import { formatPence } from "#shared/pence.ts";
import type { Portfolio } from "#shared/portfolio.ts";
import { calendarMessages as messages } from "#shared/portfolio-page-messages.ts";

export type CalendarEntry = Portfolio["calendar"][number];

/** "SEIS relief claimed, £4,264.98" */
export function whatWords({ kind, scheme, pence }: CalendarEntry): string {
  const what = messages.what[kind](scheme ?? "");
  return pence === null ? what : `${what}, ${formatPence(pence)}`;
}
