const london = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Europe/London",
  dateStyle: "short",
  timeStyle: "short",
  hourCycle: "h23",
});
const day = 24 * 60 * 60 * 1000;

/** @param time London wall clock, "18:30". */
export function londonTimeToDate(now: Date, daysFromNow: number, time: string): Date {
  const date = new Date(now.getTime() + daysFromNow * day).toLocaleDateString("en-CA", { timeZone: "Europe/London" });
  const asUtc = new Date(`${date}T${time}:00Z`);
  const isShownAs = london.format(asUtc).endsWith(time);
  // BST is UTC+1.
  return isShownAs ? asUtc : new Date(asUtc.getTime() - 60 * 60 * 1000);
}
