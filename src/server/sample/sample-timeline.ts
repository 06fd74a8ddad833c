const minute = 60 * 1000;
const day = 24 * 60 * minute;

/**
 * When somebody took each step from the invitation to the directory, a day or two apart.
 * @param registeredDaysAgo at least as many days as steps were taken after it, so that none lies ahead.
 * @param seed moves the times of day, so that people are not all there at the same minute.
 */
export function timelineOf(registeredDaysAgo: number, seed: number, now: Date) {
  const at = (daysLater: number) => momentAgo(registeredDaysAgo - daysLater, seed, now);
  const registered = at(0);
  return {
    invited: at(-2),
    registered,
    verified: new Date(registered.getTime() + 6 * minute),
    decided: at(1),
    submitted: at(2),
    reviewed: at(3),
    revised: at(4),
  };
}

export type Timeline = ReturnType<typeof timelineOf>;

/** A moment of that day between 7:00 and 21:00 UTC, always the same for the same arguments. */
export function momentAgo(daysAgo: number, seed: number, now: Date): Date {
  const midnight = Math.floor(now.getTime() / day) * day;
  const minutes = 7 * 60 + ((seed * 173 + daysAgo * 61) % (14 * 60));
  return new Date(midnight - daysAgo * day + minutes * minute);
}
