const inLondon = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat("en-GB", { timeZone: "Europe/London", ...options });
  return (iso: string): string => format.format(new Date(iso));
};

/** "12 Nov 2026", as in tables, where September is no longer than the others. */
export const shortDate = (iso: string): string => inThreeLetters(iso).replace("Sept", "Sep");
const inThreeLetters = inLondon({ day: "numeric", month: "short", year: "numeric" });
/** "March 2025". */
export const monthOf = inLondon({ month: "long", year: "numeric" });
/** "Thursday 3 December 2026". */
export const weekdayDate = inLondon({ weekday: "long", day: "numeric", month: "long", year: "numeric" });
/** "03" and "Dec", as the two lines of a calendar's sheet. */
export const dayOfMonth = inLondon({ day: "2-digit" });
export const shortMonth = inLondon({ month: "short" });
