import { describe, expect, it } from "vitest";
import { defaultClub } from "#shared/settings/club.ts";
import { calendarProperties } from "#tests/support/calendar-properties.ts";
import { calendarFile } from "./calendar-file.ts";

describe("A calendar file", () => {
  const dinner = {
    id: "autumn-dinner",
    title: "Bread, wine; and 40 pitches",
    start: new Date("2026-12-04T18:30:00.000Z"),
    end: new Date("2026-12-04T21:30:00.000Z"),
    location: "The Long Room",
    description: "First line.\nSecond, with a back\\slash; and a “quoted” word.",
  };
  const fileOf = (entry: Parameters<typeof calendarFile>[0]) => calendarFile(entry, "kindling.example", defaultClub);
  const text = fileOf(dinner);

  it("A calendar file ends every line with CRLF and folds lines at 75 bytes", () => {
    expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
    const lengths = text.split("\r\n").map((line) => Buffer.byteLength(line));
    expect(Math.max(...lengths)).toBeLessThanOrEqual(75);
  });
  it("A calendar file escapes commas, semicolons, backslashes and newlines", () => {
    expect(calendarProperties(text)).toMatchObject({
      SUMMARY: "Bread\\, wine\\; and 40 pitches",
      DESCRIPTION: "First line.\\nSecond\\, with a back\\\\slash\\; and a “quoted” word.",
    });
  });
  it("A calendar file keeps its UID when the event is rescheduled, and says how often that was", () => {
    const moved = fileOf({ ...dinner, start: dinner.end, sequence: 1 });
    expect(calendarProperties(text)).toMatchObject({ UID: "autumn-dinner@kindling.example", SEQUENCE: "0" });
    expect(calendarProperties(moved)).toMatchObject({ UID: "autumn-dinner@kindling.example", SEQUENCE: "1" });
  });
  it.each([
    ["an appointment", {}, undefined],
    ["an event that its reader has not answered", { isTentative: true }, "TRANSPARENT"],
    ["a reminder", { isReminder: true }, "TRANSPARENT"],
    ["a whole day", { isAllDay: true }, "TRANSPARENT"],
  ])("A calendar file makes its reader busy by an appointment alone: %s", (_, kind, transparency) => {
    const { TRANSP, ...rest } = calendarProperties(fileOf({ ...dinner, ...kind }));
    expect([TRANSP, rest["X-MICROSOFT-CDO-BUSYSTATUS"]]).toEqual([transparency, transparency && "FREE"]);
  });
  it("A calendar file says that its event is cancelled", () => {
    expect(calendarProperties(text).STATUS).toBe("CONFIRMED");
    expect(calendarProperties(fileOf({ ...dinner, isCancelled: true })).STATUS).toBe("CANCELLED");
  });
});
