import ical, {
  ICalAttendeeStatus,
  ICalCalendarMethod,
  ICalEventBusyStatus,
  ICalEventStatus,
  ICalEventTransparency,
} from "ical-generator";
import type { Club } from "#shared/settings/settings.ts";
import { attachment } from "./content-disposition.ts";

export interface CalendarEntry {
  /** Stays the same, so that a second import is an update. */
  id: string;
  start: Date;
  end: Date;
  /** `start` and `end` are days, at midnight UTC; the end is not part of it. */
  isAllDay?: boolean;
  title: string;
  description?: string;
  location?: string;
  url?: string;
  isCancelled?: boolean;
  /** The reader has not decided on it, and it does not make them busy. */
  isTentative?: boolean;
  /** Takes none of its reader's time, as a whole day never does. */
  isReminder?: boolean;
  /** Higher after each change. */
  sequence?: number;
  changedAt?: Date;
}

interface Options {
  /** `getCalendarDomain` returns it. */
  domain: string;
  club: Pick<Club, "identity">;
  /** Who is asked to put it into a calendar, by mail. */
  invited?: { email: string; name: string | null; isGoing: boolean };
}

/** iCalendar (RFC 5545) in UTC. */
export function calendarOf(
  entries: readonly CalendarEntry[],
  { domain, club: { identity }, invited }: Options,
): string {
  const isCancelled = entries.every((entry) => entry.isCancelled);
  const calendar = ical({
    prodId: { company: identity.operator, product: identity.name, language: "EN" },
    name: identity.name,
    scale: "GREGORIAN",
    method: !invited
      ? ICalCalendarMethod.PUBLISH
      : isCancelled
        ? ICalCalendarMethod.CANCEL
        : ICalCalendarMethod.REQUEST,
  });
  for (const entry of entries) {
    const event = calendar.createEvent({
      id: `${entry.id}@${domain}`,
      start: entry.start,
      end: entry.end,
      allDay: entry.isAllDay ?? false,
      summary: entry.title,
      description: entry.description ?? "",
      ...(entry.location && { location: entry.location }),
      ...(entry.url && { url: entry.url }),
      status: statusOf(entry),
      ...(isFree(entry) && { transparency: ICalEventTransparency.TRANSPARENT, busystatus: ICalEventBusyStatus.FREE }),
      sequence: entry.sequence ?? 0,
      ...(entry.changedAt && { stamp: entry.changedAt, lastModified: entry.changedAt }),
      ...(invited && { organizer: { name: identity.name, email: identity.info_email } }),
    });
    if (invited)
      event.createAttendee({
        email: invited.email,
        ...(invited.name && { name: invited.name }),
        status: invited.isGoing ? ICalAttendeeStatus.ACCEPTED : ICalAttendeeStatus.TENTATIVE,
      });
  }
  return calendar.toString();
}

export const calendarFile = (entry: CalendarEntry, domain: string, club: Pick<Club, "identity">): string =>
  calendarOf([entry], { domain, club });

const isFree = ({ isAllDay, isTentative, isReminder }: CalendarEntry): boolean =>
  Boolean(isAllDay || isTentative || isReminder);

function statusOf({ isCancelled, isTentative }: CalendarEntry): ICalEventStatus {
  if (isCancelled) return ICalEventStatus.CANCELLED;
  return isTentative ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED;
}

export const calendarHeaders = (name: string) => ({
  "content-type": "text/calendar; charset=utf-8; method=PUBLISH",
  "content-disposition": attachment(`${name}.ics`),
});
