/** "10:00:02", in London. */
export const clock = new Intl.DateTimeFormat("en-GB", { timeZone: "Europe/London", timeStyle: "medium" });
