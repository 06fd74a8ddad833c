import { expect, it } from "vitest";
import { buildEvent } from "#server/sample/build-event.ts";
import { buildAdmin, buildMember } from "#server/sample/builders.ts";
import { readCalendar } from "#tests/support/read-calendar.ts";
import { openTestApp } from "#tests/support/test-app.ts";

const club = await openTestApp();
await club.db.deleteFrom("content_items").where("kind", "=", "event").execute();
const admin = await club.as(await buildAdmin(club.db));

const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
const pathOf = (url: string) => new URL(url).pathname;

it("A member's feed is read by its address alone, and has nothing of another member", async () => {
  const open = await buildEvent(club.db, { title: "Winter supper", date: inDays(20) });
  const declined = await buildEvent(club.db, { title: "Declined evening", date: inDays(21) });
  await buildEvent(club.db, { title: "For investors", date: inDays(22), audience: "investors" });
  const [one, other] = [await club.as(await buildMember(club.db)), await club.as(await buildMember(club.db))];
  await one("PUT", `/api/events/${declined.slug}/answer`, { going: false });
  await other("PUT", `/api/events/${open.slug}/answer`, { going: true });
  expect((await one("GET", "/api/calendar-feed")).body).toEqual({ created_at: null });
  const { body: made } = await one("POST", "/api/calendar-feed");
  const first = await club.visitor("GET", pathOf(made.url));
  expect(first.headers.get("cache-control")).toBe("private, no-store");
  expect(readCalendar(first.body)).toMatchObject([{ summary: "Winter supper", status: "TENTATIVE" }]);
});

it("An event of last week is in the feed of who was a member then or answered it, not of who came since", async () => {
  const event = await buildEvent(club.db, { title: "Autumn supper", date: inDays(-7) });
  const before = new Date(Date.now() - 30 * 24 * 60 * 60 * 1000);
  const [earlier, later] = [await buildMember(club.db, { created_at: before }), await buildMember(club.db)];
  const titlesOf = async (person: typeof later) => {
    const { body: made } = await (await club.as(person))("POST", "/api/calendar-feed");
    return readCalendar((await club.visitor("GET", pathOf(made.url))).body).map(({ summary }) => summary);
  };
  expect(await titlesOf(earlier)).toContain("Autumn supper");
  expect(await titlesOf(later)).not.toContain("Autumn supper");
  const answer = { event_id: event.id, user_id: later.id, state: "going" as const, answered_at: before };
  await club.db.insertInto("event_answers").values(answer).execute();
  expect(await titlesOf(later)).toContain("Autumn supper");
});

it("A cancelled event leaves the feed of a member who never answered it", async () => {
  const event = await buildEvent(club.db, { title: "Spring walk", date: inDays(30) });
  const call = await club.as(await buildMember(club.db));
  const { body: made } = await call("POST", "/api/calendar-feed");
  const read = async () => readCalendar((await club.visitor("GET", pathOf(made.url))).body);
  const titles = async () => (await read()).map(({ summary }) => summary);
  expect(await titles()).toContain("Spring walk");
  await admin("POST", `/api/event-places/${event.id}/cancel`, { reason: "Rain", expected_revision: 1 });
  expect(await titles()).not.toContain("Spring walk");
});

it("A renewed feed has another address, one that is off has none, and the database knows neither", async () => {
  const person = await buildMember(club.db);
  const call = await club.as(person);
  const [former, renewed] = [await call("POST", "/api/calendar-feed"), await call("POST", "/api/calendar-feed")];
  const statusOf = async ({ body }: { body: { url: string } }) => (await club.visitor("GET", pathOf(body.url))).status;
  expect([await statusOf(former), await statusOf(renewed)]).toEqual([404, 200]);
  const token = /([^/]+)\.ics$/.exec(renewed.body.url)?.[1] ?? "";
  expect(Buffer.from(token, "base64url")).toHaveLength(32);
  const kept = await club.db.selectFrom("calendar_feeds").selectAll().where("user_id", "=", person.id).execute();
  expect(JSON.stringify(kept)).not.toContain(token);
  await call("DELETE", "/api/calendar-feed");
  expect(await statusOf(renewed)).toBe(404);
  const audit = club.db.selectFrom("audit_events").select("kind").where("subject_id", "=", person.id).orderBy("id");
  expect((await audit.execute()).map(({ kind }) => kind)).toEqual([
    ...["calendar_feed_made", "calendar_feed_made", "calendar_feed_ended"],
  ]);
});
