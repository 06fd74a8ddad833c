import { defaultOfferHours } from "#shared/events/event-messages.ts";
import { eventHours } from "#shared/events/event-times.ts";
import type { ClubEvent, DeskEvent } from "#shared/events/events.ts";
import type { Caller } from "../../context.ts";
import type { CalendarEntry } from "../../platform/http/calendar-file.ts";
import type { Policy } from "../../platform/http/policy.ts";
import type { EventRow } from "./queries.ts";

export function toEvent(row: EventRow, actor: Caller["actor"], now: Date): ClubEvent {
  const { content, starts_at, ends_at, answer } = row;
  return {
    id: row.slug,
    title: content.title,
    date: starts_at.toISOString(),
    ends_at: ends_at.toISOString(),
    time: eventHours(content),
    location: content.location,
    // A number that was typed is of an event that nobody answered here.
    attendees: (row.going ?? 0) > 0 ? (row.attended ?? 0) : content.attendees,
    status: row.cancelled_at ? "cancelled" : ends_at > now ? "upcoming" : "completed",
    description: content.description,
    is_example: row.is_example,
    capacity: row.capacity,
    taken: (row.capacity === null ? row.going : row.taken) ?? 0,
    waiting: row.waiting ?? 0,
    guests_allowed: row.guests === 1,
    answer_until: isoOf(row.answer_until),
    offer_hours: row.offer_hours ?? defaultOfferHours,
    cancelled_at: isoOf(row.cancelled_at),
    cancelled_reason: row.cancelled_reason,
    answer: answer && {
      state: answer,
      guest_name: row.guest_name,
      turn: row.turn,
      offered_until: answer === "offered" ? isoOf(row.offered_until) : null,
      was_there: row.attended_at !== null,
    },
    can: eventPolicy(now)(actor, row),
  };
}

const isoOf = (moment: Date | null) => moment?.toISOString() ?? null;

export const toCalendarEntry = ({ slug, content, ...row }: EventRow): CalendarEntry => ({
  id: slug,
  start: row.starts_at,
  end: row.ends_at,
  title: content.title,
  description: content.description,
  location: content.location,
  ...numbered(row),
  isCancelled: row.cancelled_at !== null,
});

interface Changes {
  sequence: number | null;
  changed_at: Date | null;
  entry_changes: number | null;
  answered_at: Date | null;
}

/** Both numbers only rise, so that each change of the event or of the answer has a higher one. */
export function numbered({ sequence, changed_at, entry_changes, answered_at }: Changes) {
  const changes = [changed_at, answered_at].filter((moment) => moment !== null);
  return {
    sequence: (sequence ?? 0) + (entry_changes ?? 0),
    ...(changes.length > 0 && { changedAt: new Date(Math.max(...changes.map(Number))) }),
  };
}

interface Times {
  starts_at: Date;
  ends_at: Date;
  cancelled_at: Date | null;
}

/** @param now as the request began. */
export const eventPolicy =
  (now: Date): Policy<Times, keyof ClubEvent["can"]> =>
  (actor, { starts_at, cancelled_at }) => ({ answer: actor.isMember && cancelled_at === null && starts_at > now });

/** The door is open for so long before the start. */
const doorMilliseconds = 2 * 3_600_000;

export const deskEventPolicy =
  (now: Date): Policy<Times, keyof DeskEvent["can"]> =>
  (actor, { starts_at, ends_at, cancelled_at }) => {
    const takesPlace = actor.isAdmin && cancelled_at === null;
    const isOpen = takesPlace && ends_at > now;
    const doorIsOpen = starts_at.getTime() - doorMilliseconds <= now.getTime();
    return { change: isOpen, cancel: isOpen, note_attendance: takesPlace && doorIsOpen };
  };
