import { z } from "@hono/zod-openapi";
import ical, { ICalCalendarMethod, ICalEventStatus } from "ical-generator";
import type { Club } from "#shared/settings.ts";
import { attachment } from "./content-disposition.ts";
import { responses } from "./responses.ts";

interface CalendarEntry {
  /** Stays the same, so that a second import is an update. */
  id: string;
  start: Date;
  end: Date;
  title: string;
  description?: string;
  location: string;
  isCancelled?: boolean;
  /** Higher after each change. */
  sequence?: number;
}

/** iCalendar (RFC 5545) in UTC. */
export function calendarFile(
  { id, start, end, title, description = "", location, isCancelled = false, sequence = 0 }: CalendarEntry,
  appUrl: string,
  { identity }: Pick<Club, "identity">,
): string {
  const calendar = ical({
    prodId: { company: identity.operator, product: identity.name, language: "EN" },
    name: identity.name,
    scale: "GREGORIAN",
    method: ICalCalendarMethod.PUBLISH,
  });
  calendar.createEvent({
    id: `${id}@${new URL(appUrl).hostname}`,
    start,
    end,
    summary: title,
    description,
    location,
    status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    sequence,
  });
  return calendar.toString();
}

export const calendarHeaders = (name: string) => ({
  "content-type": "text/calendar; charset=utf-8; method=PUBLISH",
  "content-disposition": attachment(`${name}.ics`),
});

export const calendarResponses = {
  ...responses(200, z.string(), "The file"),
  200: { description: "The file", content: { "text/calendar": { schema: z.string() } } },
};
