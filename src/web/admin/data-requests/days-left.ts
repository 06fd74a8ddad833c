const dayMilliseconds = 86_400_000;

/** Whole days until the moment, rounded down; below zero once it has passed. */
export const daysLeft = (due: string, now: number): number => Math.floor((Date.parse(due) - now) / dayMilliseconds);

/** "12 days left", "Due today", "Overdue". */
export function clockText(days: number): string {
  if (days < 0) return "Overdue";
  if (days === 0) return "Due today";
  return days === 1 ? "1 day left" : `${days} days left`;
}
