import { formatDay, fromLondonTime } from "#shared/london-time.ts";

/** As an event's content has them: days, and London wall clock. */
interface WrittenTimes {
  date: string;
  start_time: string;
  end_time: string;
  /** Events that end on a later day have it. */
  end_date?: string | undefined;
}

export const eventTimes = ({ date, start_time, end_time, end_date }: WrittenTimes) => ({
  starts_at: fromLondonTime(date, start_time),
  ends_at: fromLondonTime(end_date || date, end_time),
});

/** "19:00–22:00", or "19:00 – 6 June 2027, 00:30". */
export const eventHours = ({ date, start_time, end_time, end_date }: WrittenTimes): string =>
  end_date && end_date !== date ? `${start_time} – ${formatDay(end_date)}, ${end_time}` : `${start_time}–${end_time}`;
