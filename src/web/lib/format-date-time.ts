/** In the reader's own time zone, by which they know when they signed in. */
const format = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
});

/** "12 Nov 2026, 18:30". */
export const formatDateTime = (iso: string): string => format.format(new Date(iso));
