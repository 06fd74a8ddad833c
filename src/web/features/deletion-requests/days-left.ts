const dayMilliseconds = 86_400_000;

/** Days until the moment, a begun one counted whole; 0 when it comes within a day, below when it has passed. */
export function daysLeft(due: string, now: number): number {
  const days = (Date.parse(due) - now) / dayMilliseconds;
  return days < 1 ? Math.floor(days) : Math.ceil(days);
}

/** "12 days left", "Due today", "Overdue". */
export function clockText(days: number): string {
  if (days < 0) return "Overdue";
  if (days === 0) return "Due today";
  return days === 1 ? "1 day left" : `${days} days left`;
}
