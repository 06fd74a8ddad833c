import { expect, it } from "vitest";
import { readDay } from "./read-day.ts";

it.each([
  ["26/01/2027", "2027-01-26"],
  ["6/1/2027", "2027-01-06"],
  ["26-01-2027", "2027-01-26"],
  ["26.01.2027", "2027-01-26"],
  ["2027-01-26", "2027-01-26"],
  ["2027/1/6", "2027-01-06"],
  ["26 Jan 2027", "2027-01-26"],
  ["6 September 2027", "2027-09-06"],
  ["26-JAN-2027", "2027-01-26"],
  ["29/02/2028", "2028-02-29"],
  // Two digits are a year of this century.
  ["26/01/27", "2027-01-26"],
  ["26-Jan-27", "2027-01-26"],
  ["05-Sep-99", "2099-09-05"],
  // As Excel counts days.
  ["46048", "2026-01-26"],
  ["46048.75", "2026-01-26"],
  // With a time, on clocks in London.
  ["2027-01-26 10:00", "2027-01-26"],
  ["26/01/2027 23:59:59", "2027-01-26"],
  ["26/01/2027, 09:30", "2027-01-26"],
  ["26 Jan 2027 10:00:05", "2027-01-26"],
  ["2027-01-05T10:11:12Z", "2027-01-05"],
  ["2027-06-30T23:30:00Z", "2027-07-01"],
  ["2027-06-30T23:30:00.123456Z", "2027-07-01"],
  ["2027-06-30 23:30:00 UTC", "2027-07-01"],
  ["2027-07-01T00:30:00+02:00", "2027-06-30"],
  ["2027-07-01 00:30:00 +0100", "2027-07-01"],
  ["2027-01-26 00:00:00", "2027-01-26"],
])("reads %s as the day %s", (text, day) => {
  expect(readDay(text)).toBe(day);
});

it("reads the month first where a mapping says so, and a year at the beginning always", () => {
  expect(readDay("01/26/2027", { order: "month_first" })).toBe("2027-01-26");
  expect(readDay("01/26/27 10:00", { order: "month_first" })).toBe("2027-01-26");
  expect(readDay("2027-01-26", { order: "month_first" })).toBe("2027-01-26");
  expect(readDay("2027-01-26", { order: "year_first" })).toBe("2027-01-26");
  expect(readDay("26/01/2027", { order: "month_first" })).toBeUndefined();
  expect(readDay("06/01/2027", { order: "year_first" })).toBeUndefined();
});

it("reads a time without a zone in UTC where the column says so", () => {
  expect(readDay("2027-06-30 23:30:00", { isUtc: true })).toBe("2027-07-01");
  expect(readDay("2027-06-30 23:30:00")).toBe("2027-06-30");
  expect(readDay("2027-06-30", { isUtc: true })).toBe("2027-06-30");
});

it.each([
  ...["", "31/02/2027", "29/02/2027", "00/01/2027", "26/13/2027", "2027-13-01", "2027-01-26 25:00", "10:00"],
  ...["26 Foo 2027", "26 Ja 2027", "26/01/0027", "26/01/3027", "26/01/127", "12345", "99999", "1000", "tomorrow"],
  ...["2027-01-26 10:00 CET", "2027-01-26T10:00:00+99:00"],
])("reads no day in %j", (text) => {
  expect(readDay(text)).toBeUndefined();
});
