import { lazily } from "#shared/lazily.ts";
import { shortDate } from "#web/lib/format.ts";

/** "10:00:02", in London. */
export const clock = lazily(() => new Intl.DateTimeFormat("en-GB", { timeZone: "Europe/London", timeStyle: "medium" }));

/** "25 Jan": the year is that of the round. */
export const bankDay = (day: string): string => shortDate(day).replace(/ \d{4}$/, "");
