import { formatPence } from "#shared/pence.ts";
import type { Portfolio } from "#shared/portfolio/portfolio.ts";
import { splitWords } from "#shared/portfolio/portfolio-messages.ts";
import { calendarMessages as messages } from "#shared/portfolio/portfolio-page-messages.ts";

export type CalendarEntry = Portfolio["calendar"][number];

/** "SEIS relief claimed, £4,264.98" */
export function whatWords({ kind, scheme, pence, ratio }: CalendarEntry): string {
  const what = ratio ? splitWords(ratio) : messages.what[kind](scheme ?? "");
  return pence === null ? what : `${what}, ${formatPence(pence)}`;
}
