import type { ClubEvent } from "#shared/events/events.ts";

export const hasRoom = ({ capacity, taken, waiting }: ClubEvent): boolean =>
  capacity === null || (taken < capacity && waiting === 0);

const isPast = (until: string | null): boolean => until !== null && new Date(until) <= new Date();

/** Whether what the reader can answer says that all places are taken, and the line of the event need not. */
export function saysThatFull({ answer, answer_until, cancelled_at, can, capacity, taken }: ClubEvent): boolean {
  if (!can.answer || cancelled_at || capacity === null || taken < capacity) return false;
  if (answer?.state === "waiting") return true;
  return answer?.state !== "going" && answer?.state !== "offered" && !isPast(answer_until);
}
