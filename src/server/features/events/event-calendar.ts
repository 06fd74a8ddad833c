import { createEvent, type DateArray } from "ics";
import { club } from "#shared/club.ts";
import type { ClubEvent } from "#shared/events.ts";
import { foldLines } from "./fold-lines.ts";

/**
 * One event as an iCalendar file (RFC 5545), its times in UTC, so that no calendar has to know London's.
 * Its UID stays the same, so that taking it again after a change mends the entry instead of adding a second one.
 */
export function eventCalendar(event: ClubEvent, appUrl: string): string {
  const { error, value } = createEvent({
    uid: `${event.id}@${new URL(appUrl).hostname}`,
    productId: `-//${club.operator}//${club.product}//EN`,
    calName: club.product,
    start: utcParts(event.date),
    startInputType: "utc",
    startOutputType: "utc",
    end: utcParts(event.ends_at),
    endInputType: "utc",
    endOutputType: "utc",
    title: event.title,
    description: event.description,
    location: event.location,
    status: "CONFIRMED",
  });
  if (!value) throw error ?? new Error("no calendar came of the event");
  return foldLines(value);
}

function utcParts(iso: string): DateArray {
  const date = new Date(iso);
  return [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate(), date.getUTCHours(), date.getUTCMinutes()];
}
