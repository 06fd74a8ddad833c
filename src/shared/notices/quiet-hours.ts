import { fromLondonTime, toLondonTime } from "#shared/london-time.ts";

/** London time. */
export const quietHours = { from: "22:00", until: "07:00" } as const;

const dayMs = 24 * 60 * 60 * 1000;

/** @returns when the night that this moment lies in is over; undefined by day. */
export function endOfQuietHours(moment: Date): Date | undefined {
  const { date, time } = toLondonTime(moment);
  if (time < quietHours.until) return fromLondonTime(date, quietHours.until);
  if (time < quietHours.from) return undefined;
  const nextDay = new Date(new Date(`${date}T00:00:00Z`).getTime() + dayMs).toISOString().slice(0, 10);
  return fromLondonTime(nextDay, quietHours.until);
}
