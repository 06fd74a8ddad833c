import ICAL from "ical.js";

/** The events of a calendar as a calendar program reads them. @throws Error for a line longer than 75 octets (RFC 5545, 3.1). */
export function readCalendar(text: string) {
  for (const line of text.split("\r\n"))
    if (line.includes("\n") || Buffer.byteLength(line) > 75) throw new Error(`not a line of a calendar: ${line}`);
  return new ICAL.Component(ICAL.parse(text)).getAllSubcomponents("vevent").map((component) => {
    const { uid, sequence, summary, location, startDate, endDate } = new ICAL.Event(component);
    const status = component.getFirstPropertyValue("status");
    return { uid, sequence, status, summary, location, starts: startDate.toString(), ends: endDate?.toJSDate() };
  });
}
