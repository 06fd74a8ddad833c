import { describe, expect, it } from "vitest";
import { buildPerson } from "#server/sample/builders.ts";
import { calendarProperties } from "#tests/support/calendar-properties.ts";
import { openTestApp } from "#tests/support/test-app.ts";

const club = await openTestApp({ now: () => new Date("2026-11-20T12:00:00Z"), hasLastingSessions: true });

describe("GET /events", () => {
  it("shows a member two upcoming events and a past one", async () => {
    const call = await club.as(await buildPerson(club.db));
    const { body } = await call("GET", "/api/events");
    expect(body.items.map(({ status }: { status: string }) => status)).toEqual(["upcoming", "upcoming", "completed"]);
    expect(body.items.map(({ id }: { id: string }) => id)).toEqual([
      "autumn-dinner",
      "saas-metrics-clinic",
      "eis-evening",
    ]);
    expect(body.items[0]).toMatchObject({
      date: "2026-12-04T18:30:00.000Z",
      ends_at: "2026-12-04T21:30:00.000Z",
      time: "18:30–21:30",
      attendees: 28,
    });
    expect(body.next_cursor).toBeNull();
  });
});

describe("GET /events/{id}.ics", () => {
  it.each(["/events/none.ics", `/events/${"x".repeat(500)}.ics`])("returns 404 for %s", async (path) => {
    const call = await club.as(await buildPerson(club.db));
    const answer = await call("GET", `/api${path}`);
    expect([answer.status, answer.body.code]).toEqual([404, "not_found"]);
  });
  it("returns a file that a member's calendar accepts", async () => {
    const call = await club.as(await buildPerson(club.db));
    const { headers, body } = await call("GET", "/api/events/autumn-dinner.ics");
    expect(headers.get("content-type")).toBe("text/calendar; charset=utf-8; method=PUBLISH");
    expect(headers.get("content-disposition")).toBe('attachment; filename="autumn-dinner.ics"');
    expect(calendarProperties(body)).toMatchObject({
      PRODID: "-//Kindling Club Ltd//Kindling//EN",
      METHOD: "PUBLISH",
      "X-WR-CALNAME": "Kindling",
      STATUS: "CONFIRMED",
      UID: "autumn-dinner@127.0.0.1",
      DTSTAMP: expect.stringMatching(/^\d{8}T\d{6}Z$/),
      DTSTART: "20261204T183000Z",
      DTEND: "20261204T213000Z",
      SUMMARY: "Members' dinner and founder pitches",
      LOCATION: "The Long Room\\, Clerkenwell\\, London",
    });
  });
});
