import { expect, it } from "vitest";
import { formatDay, fromLondonTime, shortMoment, toLondonTime } from "./london-time.ts";

it.each([
  ["2026-12-04", "18:30", "2026-12-04T18:30:00.000Z"],
  ["2026-07-04", "18:30", "2026-07-04T17:30:00.000Z"],
  ["2026-07-04", "00:15", "2026-07-03T23:15:00.000Z"],
  ["2026-10-25", "01:30", "2026-10-25T00:30:00.000Z"],
  ["2026-10-25", "02:00", "2026-10-25T02:00:00.000Z"],
])("Clocks in London show %s %s at %s", (date, time, moment) => {
  expect(fromLondonTime(date, time).toISOString()).toBe(moment);
  expect(toLondonTime(new Date(moment))).toEqual({ date, time });
});

it("A time that clocks skip in spring is an hour later", () => {
  expect(fromLondonTime("2027-03-28", "01:30").toISOString()).toBe("2027-03-28T01:30:00.000Z");
});

it("formatDay writes a day as the language's own format of dates does", () => {
  const { format } = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });
  for (let month = 1; month <= 12; month++) {
    const day = `2026-${String(month).padStart(2, "0")}-${String(month * 2).padStart(2, "0")}`;
    expect(formatDay(day)).toBe(format(new Date(day)));
  }
});

it.each([
  ["2027-05-17T16:00:00.000Z", "Mon 17 May, 17:00"],
  ["2026-09-06T23:30:00.000Z", "Mon 7 Sep, 00:30"],
  ["2027-01-01T00:00:00.000Z", "Fri 1 Jan, 00:00"],
])("shortMoment writes the moment %s without its year", (moment, words) => {
  expect(shortMoment(moment)).toBe(words);
  expect(shortMoment(new Date(moment))).toBe(words);
});
