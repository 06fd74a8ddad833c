import type { OpenCall } from "#shared/deals/deal-calls.ts";

const minute = 60_000;
/** Meanwhile the call may be moved, and the reader's clock may be slow. */
const longestPause = 15 * minute;
/** A reader's clock that is fast would make the pause shorter. */
const shortestPause = 10_000;

/** Returns the time at which the address to join is given out. */
export const linkTime = ({ starts_at }: Pick<OpenCall, "starts_at">): number => Date.parse(starts_at) - 15 * minute;

export const isOver = ({ ends_at }: Pick<OpenCall, "ends_at">, now: number): boolean => Date.parse(ends_at) <= now;

/** What is to come, by time, then what is over, the latest first. */
export const sortCalls = <Call extends Pick<OpenCall, "ends_at">>(calls: readonly Call[], now: number): Call[] => [
  ...calls.filter((call) => !isOver(call, now)),
  ...calls.filter((call) => isOver(call, now)).toReversed(),
];

/** Returns the pause until the calls are read again: when a link opens or a call ends. @returns false when none is to come. */
export function pauseBeforeNextRead(calls: readonly OpenCall[], now: number): number | false {
  const coming = calls.filter((call) => call.cancelled_reason === null && !isOver(call, now));
  if (coming.length === 0) return false;
  const next = Math.min(
    ...coming.map((call) => {
      const isLinkAhead = call.requested_at !== null && !call.is_joinable;
      return isLinkAhead ? linkTime(call) : Date.parse(call.ends_at);
    }),
  );
  return Math.min(Math.max(next - now, shortestPause), longestPause);
}
