import { addDays } from "#shared/add-days.ts";
import type { CallInput, DeskCall } from "#shared/deals/deal-calls.ts";
import { fromLondonTime, toLondonTime } from "#shared/london-time.ts";

/** As the form holds it: in London, on one day or past its midnight. */
export interface CallValues {
  date: string;
  from: string;
  to: string;
  about: string;
  join_url: string;
}

export const emptyCall: CallValues = { date: "", from: "", to: "", about: "", join_url: "" };

/**
 * A time that is not there becomes one that the schema refuses. A call lasts at most 8 hours, so that an end before the start is
 * on the next day.
 */
export const toCallInput = ({ date, from, to, about, join_url }: CallValues): CallInput => ({
  starts_at: toMoment(date, from),
  ends_at: toMoment(date && to && to < from ? addDays(date, 1) : date, to),
  about,
  join_url,
});

const toMoment = (date: string, time: string): string => (date && time ? fromLondonTime(date, time).toISOString() : "");

export function toCallValues({ starts_at, ends_at, about, join_url }: DeskCall): CallValues {
  const { date, time } = toLondonTime(new Date(starts_at));
  return { date, from: time, to: toLondonTime(new Date(ends_at)).time, about, join_url };
}

export const callFieldOf = (path: string): string => fields[path] ?? path;
const fields: Record<string, string> = { starts_at: "from", ends_at: "to" };
