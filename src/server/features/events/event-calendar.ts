import ical, { ICalCalendarMethod, ICalEventStatus } from "ical-generator";
import type { ClubEvent } from "#shared/events.ts";
import type { Club } from "#shared/settings.ts";

/** iCalendar (RFC 5545) in UTC. A stable UID makes a second import an update. */
export function eventCalendar(event: ClubEvent, appUrl: string, { identity }: Pick<Club, "identity">): string {
  const calendar = ical({
    prodId: { company: identity.operator, product: identity.name, language: "EN" },
    name: identity.name,
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
