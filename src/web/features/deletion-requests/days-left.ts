const dayMilliseconds = 86_400_000;

/** Rounded up; 0 within a day, negative when overdue. */
export function daysLeft(due: string, now: number): number {
  const days = (Date.parse(due) - now) / dayMilliseconds;
  return days < 1 ? Math.floor(days) : Math.ceil(days);
}

export function clockText(days: number): string {
  if (days < 0) return "Overdue";
  if (days === 0) return "Due today";
  return days === 1 ? "1 day left" : `${days} days left`;
}
