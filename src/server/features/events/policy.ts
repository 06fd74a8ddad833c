import type { ClubEvent, DeskEvent } from "#shared/events.ts";
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

export const deskEventPolicy =
  (now: Date): Policy<Times, keyof DeskEvent["can"]> =>
  (actor, { ends_at, cancelled_at }) => {
    const isOpen = actor.isAdmin && cancelled_at === null && ends_at > now;
    return { change: isOpen, cancel: isOpen };
  };
