import { lazily } from "#shared/lazily.ts";
/** "10:00:02", in London. */
export const clock = lazily(() => new Intl.DateTimeFormat("en-GB", { timeZone: "Europe/London", timeStyle: "medium" }));
