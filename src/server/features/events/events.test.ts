import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildPerson } from "#server/sample/builders.ts";
import { ladder } from "#tests/support/ladder.ts";
import { createTestClub, type TestClub } from "#tests/support/test-club.ts";
import { eventsAround } from "./routes.ts";

let club: TestClub;
beforeAll(async () => {
  club = await createTestClub({ now: () => new Date("2026-11-20T12:00:00Z") });
});
afterAll(() => club.close());

ladder(
  "GET /events",
  "member",
  () => club,
  { path: "/events" },
  () => {
    it("shows a member two events to come and one that is over", async () => {
      const { db } = club;
      const later = new Date("2027-01-01T00:00:00Z");
      const call = await club.as(await buildPerson(db));
      await db.updateTable("auth.sessions").set({ expires_at: later }).execute();
      const { body } = await call("GET", "/api/events");
      expect(body.items.map(({ status }: { status: string }) => status)).toEqual(["upcoming", "upcoming", "completed"]);
      expect(body.next_cursor).toBeNull();
    });
  },
);

describe("An event", () => {
  it("begins when clocks in London say so, in winter and in summer", () => {
    expect(eventsAround(new Date("2026-11-20T12:00:00Z"))[0]).toMatchObject({
      date: "2026-12-04T18:30:00.000Z",
      time: "18:30–21:30",
    });
    expect(eventsAround(new Date("2026-06-20T12:00:00Z"))[0]?.date).toBe("2026-07-04T17:30:00.000Z");
  });
});
