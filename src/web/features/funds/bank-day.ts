import { shortDate } from "#web/lib/format.ts";

/** "25 Jan": the year is that of the round. */
export const bankDay = (day: string): string => shortDate(day).replace(/ \d{4}$/, "");
