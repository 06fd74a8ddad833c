/**
 * Until when records of an account stay after its deletion, by law.
 * @param neededUntil last London day on which something that belongs to them was in force.
 * @returns a London day, or null where nothing has to be kept.
 */
export function retainUntil(neededUntil: string | null, years: number, today: string): string | null {
  if (neededUntil === null) return null;
  const [year = 0, month = 0, day = 0] = neededUntil.split("-").map(Number);
  const end = new Date(Date.UTC(year + years, month - 1, day));
  // 29 February of a year without one.
  if (end.getUTCMonth() !== month - 1) end.setUTCDate(0);
  const date = end.toISOString().slice(0, 10);
  return date > today ? date : null;
}

/**
 * The day until which an investor record outlives its account: counted from the last day on which a statement or a commitment needs it, or
 * from today while its owner holds shares, whichever is later. Null if nothing needs it.
 */
export function recordKeptUntil(
  { needed_until, holds_shares }: { needed_until: string | null; holds_shares: boolean },
  years: number,
  today: string,
): string | null {
  const isNeededLater = needed_until !== null && needed_until > today;
  return retainUntil(holds_shares && !isNeededLater ? today : needed_until, years, today);
}
