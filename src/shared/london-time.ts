import { lazily } from "./lazily.ts";

/** Only its parts are used; in the locale of all other formats, as browsers load each locale's patterns apart. */
const london = lazily(
  () =>
    new Intl.DateTimeFormat("en-GB", {
      timeZone: "Europe/London",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    }),
);

/** Returns what clocks in London show: "2026-11-22" and "18:30". */
export function toLondonTime(moment: Date): { date: string; time: string } {
  const parts = Object.fromEntries(
    london()
      .formatToParts(moment)
      .map(({ type, value }) => [type, value]),
  );
  return { date: `${parts.year}-${parts.month}-${parts.day}`, time: `${parts.hour}:${parts.minute}` };
}

/** "2026-11-22": the day on which terms, events and deadlines turn. */
export const londonDate = (moment: Date): string => toLondonTime(moment).date;

/** "22 November 2026". Not by `Intl`, whose first use costs a page's first view 50 ms. @param day "2026-11-22". */
export function formatDay(day: string): string {
  const date = new Date(day);
  return `${date.getUTCDate()} ${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

const months = [
  ...["January", "February", "March", "April", "May", "June"],
  ...["July", "August", "September", "October", "November", "December"],
];

/** "22 November 2026, 17:00", in London. */
export function formatMoment(moment: Date): string {
  const { date, time } = toLondonTime(moment);
  return `${formatDay(date)}, ${time}`;
}

/** "Sun 22 November 2026, 17:00", in London. */
export const weekdayMoment = (moment: Date): string =>
  `${weekdays[new Date(londonDate(moment)).getUTCDay()]} ${formatMoment(moment)}`;

/** "Sun 22 Nov": with the weekday, where the year is clear. @param day "2026-11-22". */
export function shortDay(day: string): string {
  const date = new Date(day);
  return `${weekdays[date.getUTCDay()]} ${date.getUTCDate()} ${months[date.getUTCMonth()]?.slice(0, 3)}`;
}

const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

/** "Sun 22 Nov, 17:00", in London. @param moment as a date, or as the API gives it. */
export function shortMoment(moment: Date | string): string {
  const { date, time } = toLondonTime(new Date(moment));
  return `${shortDay(date)}, ${time}`;
}

/** In the hour that clocks skip in spring it is an hour later, in the one they repeat in autumn the first of both. */
export function fromLondonTime(date: string, time: string): Date {
  const asUtc = new Date(`${date}T${time}:00Z`);
  const inSummer = new Date(asUtc.getTime() - 60 * 60 * 1000);
  const shown = toLondonTime(inSummer);
  // BST is UTC+1.
  return shown.date === date && shown.time === time ? inSummer : asUtc;
}
