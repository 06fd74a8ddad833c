import ical, { ICalCalendarMethod, ICalEventStatus } from "ical-generator";
import { club } from "#shared/club.ts";
import type { ClubEvent } from "#shared/events.ts";

/**
 * One event as an iCalendar file (RFC 5545), its times in UTC, so that no calendar has to know London's.
 * Its UID is stable: importing the file again updates the entry instead of adding a second one.
 */
export function eventCalendar(event: ClubEvent, appUrl: string): string {
  const calendar = ical({
    prodId: { company: club.operator, product: club.product, language: "EN" },
    name: club.product,
    scale: "GREGORIAN",
    method: ICalCalendarMethod.PUBLISH,
  });
  calendar.createEvent({
    id: `${event.id}@${new URL(appUrl).hostname}`,
    start: new Date(event.date),
    end: new Date(event.ends_at),
    summary: event.title,
    description: event.description,
    location: event.location,
    status: ICalEventStatus.CONFIRMED,
  });
  return calendar.toString();
}
