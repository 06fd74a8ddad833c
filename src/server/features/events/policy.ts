import type { ClubEvent, DeskEvent } from "#shared/events/events.ts";
import type { Policy } from "../../platform/http/policy.ts";

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
