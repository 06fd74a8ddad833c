import type { ClubEvent } from "#shared/events/events.ts";

const london = "Europe/London";

/** Reader's local time, with date if it differs. @returns undefined when equal to London's. */
export function ownTime(
  { date, ends_at }: Pick<ClubEvent, "date" | "ends_at">,
  zone = readersZone(),
): string | undefined {
  const start = new Date(date);
  const end = new Date(ends_at);
  if (clock(start, zone) === clock(start, london)) return undefined;
  const name = zoneName(start, zone);
  const [startDay, endDay] = [weekday(start, zone), weekday(end, zone)];
  if (startDay !== endDay) return `${startDay}, ${clock(start, zone)} – ${endDay}, ${clock(end, zone)} ${name}`;
  const times = `${clock(start, zone)}–${clock(end, zone)} ${name}`;
  return startDay === weekday(start, london) ? times : `${startDay}, ${times}`;
}

const readersZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

const clock = (moment: Date, timeZone: string): string =>
  new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(moment);

/** The text is built from parts, as browsers differ in the comma after the weekday. */
function weekday(moment: Date, timeZone: string): string {
  const options = { timeZone, weekday: "long", day: "numeric", month: "long", year: "numeric" } as const;
  const parts = new Intl.DateTimeFormat("en-GB", options).formatToParts(moment);
  return parts.flatMap(({ type, value }) => (type === "literal" ? [] : [value])).join(" ");
}

function zoneName(moment: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat("en-GB", { timeZone, timeZoneName: "long" }).formatToParts(moment);
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
}
