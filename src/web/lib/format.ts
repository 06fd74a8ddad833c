import { lazily } from "#shared/lazily.ts";
import { inThousandths } from "#shared/pence.ts";

/** One format each, at its first use. */
const inLondon = (options: Intl.DateTimeFormatOptions) => {
  const format = lazily(() => new Intl.DateTimeFormat("en-GB", { timeZone: "Europe/London", ...options }));
  return (iso: string): string => format().format(new Date(iso));
};

/** "12 November 2026". */
export const longDate = inLondon({ day: "numeric", month: "long", year: "numeric" });

/** "12 Nov 2026", as in tables, where September is no longer than the others. */
export const shortDate = (iso: string): string => inThreeLetters(iso).replace("Sept", "Sep");
const inThreeLetters = inLondon({ day: "numeric", month: "short", year: "numeric" });
/** "March 2025". */
export const monthOf = inLondon({ month: "long", year: "numeric" });
/** "Thursday 3 December 2026". */
export const weekdayDate = inLondon({ weekday: "long", day: "numeric", month: "long", year: "numeric" });
/** "03" and "Dec", as the two lines of a calendar's sheet. */
export const dayOfMonth = inLondon({ day: "numeric" });
export const shortMonth = inLondon({ month: "short" });

/** "12 November", where the year is said beside it. */
export const dayAndMonth = inLondon({ day: "numeric", month: "long" });

/** "Monday 23 November 2026, 08:00", in London. */
export const formatLondonTime = (iso: string): string => `${weekdayDate(iso)}, ${hourAndMinute(iso)}`;
/** "18:30", in London. */
export const hourAndMinute = inLondon({ hour: "2-digit", minute: "2-digit" });

/** "Mon 18 Jan 2027, 17:00", in London. */
export const shortLondonTime = (iso: string): string => `${shortWeekday(iso)} ${shortDate(iso)}, ${hourAndMinute(iso)}`;
const shortWeekday = inLondon({ weekday: "short" });

/** The time is in the reader's own time zone. */
const dateTime = lazily(
  () =>
    new Intl.DateTimeFormat("en-GB", {
      day: "numeric",
      month: "short",
      year: "numeric",
      hour: "2-digit",
      minute: "2-digit",
    }),
);

/** "12 Nov 2026, 18:30". */
export const formatDateTime = (iso: string): string => dateTime().format(new Date(iso));

/** "18:30" if that is today, otherwise as above. */
export function formatTimeOfToday(iso: string): string {
  const [day, time] = formatDateTime(iso).split(", ");
  const [today] = formatDateTime(new Date().toISOString()).split(", ");
  return day === today && time ? time : formatDateTime(iso);
}

/** "Confirmed (1,204)"; the name alone while the count loads. */
export const withCount = (name: string, count: number | undefined): string =>
  count === undefined ? name : `${name} (${count.toLocaleString("en-GB")})`;

/** "1.5×"; thousandths at most. */
export const times = (multiple: number): string => `${inThousandths(multiple)}×`;

/** A rate as per cent: 0.125 is "12.5%". */
export const percent = (rate: number): string => `${inThousandths(rate * 100)}%`;

const list = lazily(() => new Intl.ListFormat("en-GB"));

/** "Premium and VIP". */
export const inWords = (names: readonly string[]): string => list().format(names);
