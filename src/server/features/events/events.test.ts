import { describe, expect, it } from "vitest";
import { buildAdmin, buildPerson } from "#server/sample/builders.ts";
import { calendarProperties } from "#tests/support/calendar-properties.ts";
import { readCalendar } from "#tests/support/read-calendar.ts";
import { createTestApp, openTestApp } from "#tests/support/test-app.ts";

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

describe("an event that ends on a later day", () => {
  it.each([
    ["after midnight", { start_time: "19:00", end_date: "2027-06-06", end_time: "00:30" }, "6 June 2027, 00:30"],
    ["two days later", { start_time: "19:00", end_date: "2027-06-07", end_time: "16:00" }, "7 June 2027, 16:00"],
  ])("An event that ends %s is the same in the list, its places and its calendar entry", async (_, times, end) => {
    const admin = await club.as(await buildAdmin(club.db));
    const content = {
      title: "Summer ball",
      date: "2027-06-05",
      location: "London",
      attendees: 0,
      description: "Dancing",
    };
    const written = await admin("POST", "/api/content", { kind: "event", content: { ...content, ...times } });
    expect(written.status).toBe(201);
    const { id, slug } = (await admin("POST", `/api/content/${written.body.id}/publish`, { expected_revision: 1 }))
      .body;
    const ends_at = new Date(`${times.end_date}T${times.end_time}:00+01:00`);
    const call = await club.as(await buildPerson(club.db));
    const { items } = (await call("GET", "/api/events")).body;
    expect(items.find((event: { id: string }) => event.id === slug)).toMatchObject({
      date: "2027-06-05T18:00:00.000Z",
      ends_at: ends_at.toISOString(),
      time: `19:00 – ${end}`,
    });
    const places = await club.db.selectFrom("event_places").select("ends_at").where("event_id", "=", id).execute();
    expect(places).toEqual([{ ends_at }]);
    const [entry] = readCalendar((await call("GET", `/api/events/${slug}.ics`)).body);
    expect(entry?.ends).toEqual(ends_at);
  });

  it("An empty last day leaves nothing in an event's text", async () => {
    const admin = await club.as(await buildAdmin(club.db));
    const times = { date: "2027-06-05", start_time: "19:00", end_time: "22:00", end_date: "" };
    const content = { title: "Short supper", ...times, location: "London", attendees: 0, description: "Supper" };
    const { body } = await admin("POST", "/api/content", { kind: "event", content });
    expect(Object.keys(body.draft)).not.toContain("end_date");
  });
});

it("An event's entry keeps its UID when the club's address changes", async () => {
  const moved = await createTestApp({ database: club.database, appUrl: "https://new.example" });
  const { body } = await (await moved.as(await buildPerson(club.db)))("GET", "/api/events/autumn-dinner.ics");
  await moved.close();
  expect(calendarProperties(body).UID).toBe("autumn-dinner@127.0.0.1");
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
