const long = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "long",
  year: "numeric",
  timeZone: "Europe/London",
});

/** "12 November 2026". */
export const longDate = (iso: string): string => long.format(new Date(iso));
