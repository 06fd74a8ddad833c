const london = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Europe/London",
  dateStyle: "short",
  timeStyle: "short",
  hourCycle: "h23",
});
const day = 24 * 60 * 60 * 1000;

/** The moment at which clocks in London show `time` ("18:30"), so many days from `now`. */
export function londonTimeToDate(now: Date, daysFromNow: number, time: string): Date {
  const date = new Date(now.getTime() + daysFromNow * day).toLocaleDateString("en-CA", { timeZone: "Europe/London" });
  const asUtc = new Date(`${date}T${time}:00Z`);
  const isShownAs = london.format(asUtc).endsWith(time);
  // Summer time is one hour ahead of UTC.
  return isShownAs ? asUtc : new Date(asUtc.getTime() - 60 * 60 * 1000);
}
