import type { EventAudience } from "#shared/event-messages.ts";
import type { DeskEvent } from "#shared/events.ts";
import { fromLondonTime, toLondonTime } from "#shared/london-time.ts";
import { isBlank, orNaN, readCount } from "#shared/typed-numbers.ts";

/** As they are typed. */
export interface PlacesValues {
  audience: EventAudience;
  capacity: string;
  guests_allowed: boolean;
  answer_date: string;
  answer_time: string;
  offer_hours: string;
}

export function toPlacesValues(event: DeskEvent): PlacesValues {
  const until = event.answer_until ? toLondonTime(new Date(event.answer_until)) : undefined;
  return {
    audience: event.audience,
    capacity: event.capacity === null ? "" : String(event.capacity),
    guests_allowed: event.guests_allowed,
    answer_date: until?.date ?? "",
    answer_time: until?.time ?? "",
    offer_hours: String(event.offer_hours),
  };
}

export const toPlaces = (values: PlacesValues) => ({
  audience: values.audience,
  capacity: isBlank(values.capacity) ? null : orNaN(readCount(values.capacity)),
  guests_allowed: values.guests_allowed,
  answer_until: values.answer_date === "" ? null : fromLondonTime(values.answer_date, values.answer_time).toISOString(),
  offer_hours: orNaN(readCount(values.offer_hours)),
});

export const fieldOfPlaces = (path: string): string => (path === "answer_until" ? "answer_date" : path);
