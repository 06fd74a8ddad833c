import { beforeEach, describe, expect, it } from "vitest";
import { buildEvent } from "#server/sample/build-event.ts";
import { buildAdmin, buildMember } from "#server/sample/builders.ts";
import { eventAnswerMessages as messages } from "#shared/events/event-messages.ts";
import { calendarProperties } from "#tests/support/calendar-properties.ts";
import { moveClock } from "#tests/support/move-clock.ts";
import { takeMails } from "#tests/support/queued-mails.ts";
import { type Call, openTestApp } from "#tests/support/test-app.ts";
import { eventJobs } from "./index.ts";

const beginning = new Date("2026-11-23T12:00:00Z");
let now = beginning;
const club = await openTestApp({ now: () => now, hasLastingSessions: true });
await club.db.deleteFrom("content_items").where("kind", "=", "event").execute();
const admin = await club.as(await buildAdmin(club.db));
beforeEach(async () => {
  now = beginning;
  await club.db.deleteFrom("event_answers").execute();
  await club.db.deleteFrom("notices").execute();
  await takeMails(club);
});

async function newMember() {
  const person = await buildMember(club.db);
  return { ...person, call: await club.as(person) };
}

const answer = (call: Call, slug: string, body: object) => call("PUT", `/api/events/${slug}/answer`, body);
const go = (call: Call, slug: string, more: object = {}) => answer(call, slug, { going: true, ...more });
const leave = (call: Call, slug: string) => answer(call, slug, { going: false });
const shown = async (call: Call, slug: string) =>
  (await call("GET", "/api/events")).body.items.find(({ id }: { id: string }) => id === slug);
const auditOf = async (id: string, kind: string) =>
  (await club.auditOf(id, "kind", "details")).filter((row) => row.kind === kind).map(({ details }) => details);
/** An hour earlier. */
async function publishChange(id: string): Promise<void> {
  const { body } = await admin("GET", `/api/content/${id}`);
  const content = { ...body.draft, start_time: "18:00" };
  await admin("PUT", `/api/content/${id}`, { expected_revision: 1, content });
  await admin("POST", `/api/content/${id}/publish`, { expected_revision: 2 });
}
const runJobs = (to = now) => moveClock(club, (at) => (now = at), to);
/** All but what answers the person who has just answered. */
const takeNews = async () =>
  (await takeMails(club)).filter(({ template }) => !["event-answered", "event-waiting"].includes(template));
const noticesOf = async ({ id }: { id: string }) =>
  (await club.db.selectFrom("notices").select("kind").where("user_id", "=", id).orderBy("id").execute()).map(
    ({ kind }) => kind,
  );

describe("PUT /events/{id}/answer", () => {
  it("stores the answer, which can be changed until the event begins", async () => {
    const { slug } = await buildEvent(club.db);
    const { call } = await newMember();
    expect(await shown(call, slug)).toMatchObject({
      status: "upcoming",
      capacity: null,
      answer: null,
      can: { answer: true },
    });
    const { status, body } = await go(call, slug);
    expect([status, body.answer, body.taken]).toEqual([
      200,
      { state: "going", guest_name: null, turn: null, offered_until: null, was_there: false },
      1,
    ]);
    expect((await leave(call, slug)).body).toMatchObject({ answer: { state: "not_going" }, taken: 0 });
    now = new Date("2026-12-03T19:00:00Z");
    const late = await go(call, slug);
    expect([late.status, late.body.code]).toEqual([409, "event_closed"]);
    expect((await shown(call, slug)).can).toEqual({ answer: false });
  });

  it("counts a guest, whom not every event allows, and returns 409 when there is no place for one", async () => {
    const { slug } = await buildEvent(club.db, { capacity: 3, guests: 1 });
    const [one, two] = [await newMember(), await newMember()];
    expect((await go(one.call, slug, { guest_name: " Ada Wren " })).body).toMatchObject({
      taken: 2,
      answer: { state: "going", guest_name: "Ada Wren" },
    });
    const refused = await go(two.call, slug, { guest_name: "Ben Hale" });
    expect([refused.status, refused.body.code]).toEqual([409, "event_full"]);
    expect((await go(two.call, slug)).body).toMatchObject({ taken: 3, answer: { state: "going" } });
    const later = await go(two.call, slug, { guest_name: "Ben Hale" });
    expect([later.status, later.body.errors]).toEqual([422, [{ path: "guest_name", message: messages.guestTooMany }]]);
    expect((await go(one.call, slug)).body).toMatchObject({ taken: 2, answer: { guest_name: null } });
    expect((await go(two.call, slug, { guest_name: "Ben Hale" })).body).toMatchObject({ taken: 3 });

    const alone = await buildEvent(club.db);
    const without = await go(one.call, alone.slug, { guest_name: "Ada Wren" });
    expect(without.body.errors).toEqual([{ path: "guest_name", message: messages.noGuests }]);
  });

  it("accepts no new answer after the last day for one, but lets people leave", async () => {
    const answer_until = new Date("2026-12-01T00:00:00Z");
    const { slug } = await buildEvent(club.db, { answer_until, guests: 1 });
    const [one, two] = [await newMember(), await newMember()];
    await go(one.call, slug);
    now = answer_until;
    const late = await go(two.call, slug);
    expect([late.status, late.body.detail]).toEqual([409, messages.tooLate]);
    expect((await go(one.call, slug, { guest_name: "Ada Wren" })).status).toBe(409);
    expect((await leave(one.call, slug)).body.answer.state).toBe("not_going");
  });

  it("returns 404 for an event that is for others, which no list shows either", async () => {
    const forInvestors = await buildEvent(club.db, { audience: "investors" });
    const { call } = await newMember();
    expect(await shown(call, forInvestors.slug)).toBeUndefined();
    expect((await go(call, forInvestors.slug)).status).toBe(404);
    expect((await call("GET", `/api/events/${forInvestors.slug}.ics`)).status).toBe(404);
  });
});

describe("An answer", () => {
  it("An answer is mailed with the calendar's entry, or what takes it out again, to members who want mails of events", async () => {
    const { id, slug } = await buildEvent(club.db, { capacity: 2, guests: 1 });
    await club.db.updateTable("event_places").set({ changed_at: beginning }).where("event_id", "=", id).execute();
    const [one, two] = [await newMember(), await newMember()];
    const entryOf = async () => {
      const mails = await takeMails(club);
      return mails.map(({ to, subject, text, calendar }) => {
        const { UID, SEQUENCE, STATUS, DTSTAMP } = calendarProperties(calendar?.text ?? "");
        return { to, subject, text, method: calendar?.method, UID, SEQUENCE, STATUS, DTSTAMP };
      });
    };
    const entry = { to: one.email, UID: `${slug}@127.0.0.1` };
    await go(one.call, slug);
    const going = { ...entry, subject: "You are going: Winter supper", method: "REQUEST", STATUS: "CONFIRMED" };
    expect(await entryOf()).toMatchObject([{ ...going, SEQUENCE: "1", DTSTAMP: "20261123T120000Z" }]);
    // The same again tells nothing new.
    await go(one.call, slug);
    expect(await entryOf()).toEqual([]);
    now = new Date("2026-11-23T12:05:00Z");
    await go(one.call, slug, { guest_name: "Ada Wren" });
    const [withGuest] = await entryOf();
    expect(withGuest).toMatchObject({ ...going, SEQUENCE: "2", DTSTAMP: "20261123T120500Z" });
    expect(withGuest?.text).toContain("You are going, with Ada Wren: 3 December 2026");
    // Who waits has no entry, and so none to take out.
    await go(two.call, slug, { waits: true });
    await leave(two.call, slug);
    expect(await entryOf()).toEqual([]);
    // Of several in a row, the last.
    await leave(one.call, slug);
    now = new Date("2026-11-23T12:05:01Z");
    await go(one.call, slug);
    now = new Date("2026-11-23T12:05:02Z");
    await leave(one.call, slug);
    expect(await entryOf()).toMatchObject([
      { ...entry, SEQUENCE: "5", subject: "You are not going: Winter supper", method: "CANCEL", STATUS: "CANCELLED" },
    ]);
    await one.call("PUT", "/api/notice-choices/me", { topic: "events", choice: "never" });
    await go(one.call, slug);
    expect(await entryOf()).toEqual([]);
  });
});

describe("The waiting list", () => {
  it("The waiting list offers a free place to the first, for the hours of the event, and then to the next", async () => {
    const { id, slug } = await buildEvent(club.db, { capacity: 1, offer_hours: 24 });
    const [one, two, three] = [await newMember(), await newMember(), await newMember()];
    await go(one.call, slug);
    expect((await go(two.call, slug)).body.code).toBe("event_full");
    expect((await go(two.call, slug, { waits: true })).body.answer).toMatchObject({ state: "waiting", turn: 1 });
    expect((await go(three.call, slug, { waits: true })).body).toMatchObject({ waiting: 2, answer: { turn: 2 } });
    await leave(one.call, slug);
    const offered_until = "2026-11-24T12:00:00.000Z";
    expect((await shown(two.call, slug)).answer).toMatchObject({ state: "offered", offered_until });
    expect(await shown(three.call, slug)).toMatchObject({ taken: 1, answer: { state: "waiting", turn: 1 } });
    expect((await go(one.call, slug)).body.code).toBe("event_full");

    await runJobs();
    await runJobs();
    const offers = await takeNews();
    expect(offers.map(({ to, subject }) => [to, subject])).toEqual([[two.email, "A place is free at Winter supper"]]);
    const until = "take it by 24 November 2026, 12:00 (London time)";
    expect(offers[0]?.text).toContain(`${until}; then it goes to the next.`);
    expect(offers[0]?.text).toContain("please let it go: somebody waits.");
    expect(await noticesOf(two)).toEqual(["event_offered"]);

    await runJobs(new Date("2026-11-24T12:00:20Z"));
    expect((await shown(two.call, slug)).answer).toMatchObject({ state: "lapsed", offered_until: null });
    expect((await shown(three.call, slug)).answer).toMatchObject({ state: "offered" });
    const news = await takeNews();
    expect(Object.fromEntries(news.map(({ to, subject }) => [to, subject]))).toEqual({
      [two.email]: "The place at Winter supper was not taken in time",
      [three.email]: "A place is free at Winter supper",
    });
    // Nobody waits behind the last of the list.
    const last = news.find(({ to }) => to === three.email)?.text;
    expect(last).toContain("take it by 25 November 2026, 12:00 (London time).");
    expect(last).toContain("please let it go.");
    expect((await go(three.call, slug)).body.answer.state).toBe("going");
    expect((await go(two.call, slug, { waits: true })).body.answer).toMatchObject({ state: "waiting", turn: 1 });
    const places = club.db.selectFrom("event_places").select(["taken"]).where("event_id", "=", id);
    expect(await places.executeTakeFirst()).toEqual({ taken: 1 });
  });

  it("A member who joins the waiting list is mailed that once, without an entry for the calendar", async () => {
    const { slug } = await buildEvent(club.db, { capacity: 1, guests: 1 });
    const [one, two] = [await newMember(), await newMember()];
    await go(one.call, slug);
    await takeMails(club);
    await go(two.call, slug, { waits: true });
    const [mail, ...others] = await takeMails(club);
    expect(others).toEqual([]);
    expect([mail?.to, mail?.subject]).toEqual([two.email, "You are on the waiting list for Winter supper"]);
    expect(mail?.text).toContain("You are on the waiting list: 3 December 2026, 19:00 (London time)");
    expect(mail?.calendar).toBeUndefined();
    await go(two.call, slug, { waits: true });
    expect(await takeMails(club)).toEqual([]);
  });

  it("The waiting list passes nobody over: who asked for two places waits for both, and can come alone before", async () => {
    const { slug } = await buildEvent(club.db, { capacity: 3, guests: 1 });
    const [one, two, three, four] = [await newMember(), await newMember(), await newMember(), await newMember()];
    for (const { call } of [one, two]) await go(call, slug);
    await go(three.call, slug, { guest_name: "Ada Wren", waits: true });
    // One is free, and kept for who waits.
    expect((await go(four.call, slug)).body.code).toBe("event_full");
    await go(four.call, slug, { waits: true });
    expect((await go(three.call, slug)).body.answer).toMatchObject({ state: "going" });
    expect((await shown(four.call, slug)).answer).toMatchObject({ state: "waiting", turn: 1 });
    await leave(one.call, slug);
    expect((await shown(four.call, slug)).answer).toMatchObject({ state: "offered" });
  });

  it("An offer ends as the event begins, and the place of a deleted account goes to the next", async () => {
    const { slug } = await buildEvent(club.db, { capacity: 1, offer_hours: 168 });
    const [one, two] = [await newMember(), await newMember()];
    await go(one.call, slug);
    await go(two.call, slug, { waits: true });
    now = new Date("2026-12-02T12:00:00Z");
    await club.deleteAccount(one.id, { actorId: null, reason: "requested" }, async () => true);
    await runJobs();
    expect((await shown(two.call, slug)).answer).toMatchObject({
      state: "offered",
      offered_until: "2026-12-03T19:00:00.000Z",
    });
  });

  it("A place that rests on a membership which has ended is taken back, without naming the event", async () => {
    const { id, slug } = await buildEvent(club.db, { capacity: 1, audience: "approved" });
    const [one, two] = [await newMember(), await newMember()];
    await go(one.call, slug);
    await go(two.call, slug, { waits: true });
    // A member who wants to hear nothing of events is told too: they planned to come.
    await one.call("PUT", "/api/notice-choices/me", { topic: "events", choice: "never" });
    await club.db.updateTable("user_roles").set({ suspended_at: now }).where("user_id", "=", one.id).execute();
    await club.asOwner(null, async (_tx, effects) => effects.schedule("event-places", { event_id: id }, now));
    await runJobs();
    const mails = await takeNews();
    const lost = mails.find(({ to }) => to === one.email);
    expect(lost?.subject).toBe("Your place at an event is free again");
    expect(lost?.text).not.toContain("Winter supper");
    expect(calendarProperties(lost?.calendar?.text ?? "")).toMatchObject({
      METHOD: "CANCEL",
      STATUS: "CANCELLED",
      UID: `${slug}@127.0.0.1`,
      SEQUENCE: "2",
      SUMMARY: "An event of Kindling",
    });
    expect(lost?.calendar?.text).not.toContain("Winter supper");
    expect((await shown(two.call, slug)).answer.state).toBe("offered");
  });
});

describe("The desk", () => {
  const places = { audience: "members", capacity: 2, guests_allowed: true, answer_until: null, offer_hours: 48 };

  it("The desk sets places, never fewer than are taken, and new ones go to members who wait", async () => {
    const { id, slug } = await buildEvent(club.db, { capacity: 2 });
    const people = [await newMember(), await newMember(), await newMember()];
    for (const { call } of people) await go(call, slug, { waits: true });
    const change = (more: object) =>
      admin("PUT", `/api/event-places/${id}`, { ...places, expected_revision: 1, ...more });
    const few = await change({ capacity: 1 });
    expect([few.status, few.body.errors]).toEqual([
      422,
      [{ path: "capacity", message: "2 places are taken or offered. Please enter at least 2." }],
    ]);
    const more = await change({ capacity: 3 });
    expect([more.status, more.body.revision, more.body.waiting]).toEqual([200, 2, 1]);
    expect(await auditOf(id, "event_places_changed")).toEqual([{ capacity: 3, audience: "members" }]);
    const again = await change({ capacity: 4 });
    expect([again.status, again.body.code, again.body.record.capacity]).toEqual([409, "revision_conflict", 3]);
    await runJobs();
    expect((await shown(people[2]?.call as Call, slug)).answer.state).toBe("offered");
    const late = { capacity: 3, answer_until: "2026-12-04T00:00:00Z", expected_revision: 2 };
    expect((await change(late)).body.errors[0].path).toBe("answer_until");
    // The database refuses it too.
    const narrow = club.db.updateTable("event_places").set({ capacity: 1 }).where("event_id", "=", id).execute();
    await expect(narrow).rejects.toMatchObject({ code: "23514", constraint: "event_places_enough" });
  });

  it("The desk lists, searches and exports who answered, with formulas made harmless, and notes who was there", async () => {
    const { id, slug } = await buildEvent(club.db, { guests: 1 });
    const member = await newMember();
    await go(member.call, slug, { guest_name: "=HYPERLINK(1)" });
    const list = async (q: string) => (await admin("GET", `/api/event-places/${id}/attendees?q=${q}`)).body.items;
    expect(await list("nobody")).toEqual([]);
    const [person] = await list(encodeURIComponent("“hyperlink(1)”"));
    expect(person).toMatchObject({ state: "going", guest_name: "=HYPERLINK(1)", attended_at: null });
    const early = await admin("PUT", `/api/event-places/${id}/attendees/${person.id}`, { attended: true });
    expect([early.status, early.body.code, early.body.record.can.note_attendance]).toEqual([
      409,
      "event_not_begun",
      false,
    ]);
    now = new Date("2026-12-03T17:00:00Z");
    const noted = await admin("PUT", `/api/event-places/${id}/attendees/${person.id}`, { attended: true });
    expect(noted.body.attended_at).toBe(now.toISOString());
    const file = await admin("POST", `/api/event-places/${id}/attendees.csv`);
    expect(file.headers.get("content-type")).toContain("text/csv");
    expect(await auditOf(id, "event_answers_exported")).toEqual([{}]);
    expect(file.body).toContain(`"'=HYPERLINK(1)",Going,${beginning.toISOString()},Yes`);
    now = new Date("2026-12-04T12:00:00Z");
    expect(await shown(member.call, slug)).toMatchObject({
      status: "completed",
      attendees: 2,
      answer: { was_there: true },
    });
    await admin("PUT", `/api/event-places/${id}/attendees/${person.id}`, { attended: false });
    expect(await shown(member.call, slug)).toMatchObject({ attendees: 0, answer: { was_there: false } });
  });

  it("A cancelled event is told once with its reason to who is going or waits, with the entry for their calendar", async () => {
    const { id, slug } = await buildEvent(club.db, { capacity: 1 });
    const [one, two, three] = [await newMember(), await newMember(), await newMember()];
    await go(one.call, slug);
    await go(two.call, slug, { waits: true });
    await leave(three.call, slug);
    const cancel = { reason: "The speaker is ill", expected_revision: 1 };
    expect((await admin("POST", `/api/event-places/${id}/cancel`, cancel)).status).toBe(200);
    await runJobs();
    await runJobs();
    const mails = await takeNews();
    expect(mails.map(({ to }) => to).sort()).toEqual([one.email, two.email].sort());
    for (const mail of mails) {
      expect(mail.subject).toBe("Winter supper is cancelled");
      expect(mail.text).toContain("The speaker is ill");
      expect(mail.calendar?.method).toBe("CANCEL");
      expect(calendarProperties(mail.calendar?.text ?? "")).toMatchObject({
        METHOD: "CANCEL",
        STATUS: "CANCELLED",
        // The number is one more for a member who had said that they come.
        SEQUENCE: mail.to === one.email ? "2" : "1",
        UID: `${slug}@127.0.0.1`,
      });
    }
    expect(await shown(three.call, slug)).toMatchObject({
      status: "cancelled",
      cancelled_reason: "The speaker is ill",
      can: { answer: false },
    });
    expect((await admin("POST", `/api/event-places/${id}/cancel`, { ...cancel, expected_revision: 2 })).body.code).toBe(
      "event_closed",
    );
    now = new Date("2026-12-24T00:00:00Z");
    expect(await shown(three.call, slug)).toBeUndefined();
  });

  it("Nobody is told of a text that is corrected once the event is cancelled", async () => {
    const { id, slug } = await buildEvent(club.db);
    const { call } = await newMember();
    await go(call, slug);
    await admin("POST", `/api/event-places/${id}/cancel`, { reason: "A strike", expected_revision: 1 });
    await runJobs();
    expect(await takeNews()).toHaveLength(1);
    await publishChange(id);
    await runJobs();
    expect(await takeNews()).toEqual([]);
  });

  it("A cancelled event is mailed even to those who want no emails of events, and a changed one is not", async () => {
    const { id, slug } = await buildEvent(club.db);
    const { call, email, id: personId } = await newMember();
    await go(call, slug);
    await call("PUT", "/api/notice-choices/me", { topic: "events", choice: "never" });
    await publishChange(id);
    await runJobs();
    expect([await takeNews(), await noticesOf({ id: personId })]).toEqual([[], ["event_changed"]]);
    await admin("POST", `/api/event-places/${id}/cancel`, { reason: "A strike", expected_revision: 1 });
    await runJobs();
    expect((await takeNews()).map(({ to, subject }) => [to, subject])).toEqual([[email, "Winter supper is cancelled"]]);
    expect((await noticesOf({ id: personId })).toSorted()).toEqual(["event_cancelled", "event_changed"]);
  });

  it("An event that people have answered can be neither deleted nor unpublished", async () => {
    const { id, slug } = await buildEvent(club.db);
    const { call } = await newMember();
    await go(call, slug);
    for (const [method, path] of [
      ["DELETE", `/api/content/${id}`],
      ["POST", `/api/content/${id}/unpublish`],
    ] as const) {
      const refused = await admin(method, path, method === "POST" ? {} : undefined);
      expect([refused.status, refused.body.code]).toEqual([409, "event_answered"]);
    }
    await leave(call, slug);
    expect((await admin("DELETE", `/api/content/${id}`)).status).toBe(200);
  });
});

describe("A change of the text", () => {
  it("A changed event is mailed once to who is going, with the same entry and a higher number", async () => {
    const { id, slug } = await buildEvent(club.db);
    const { call, email } = await newMember();
    await go(call, slug);
    await publishChange(id);
    await runJobs();
    await club.asOwner(null, async (_tx, effects) => effects.schedule("event-places", { event_id: id }, now));
    await runJobs();
    const [mail, ...more] = await takeNews();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ to: email, subject: "Winter supper has changed", calendar: { method: "REQUEST" } });
    expect(calendarProperties(mail?.calendar?.text ?? "")).toMatchObject({
      UID: `${slug}@127.0.0.1`,
      SEQUENCE: "2",
      DTSTART: "20261203T180000Z",
    });
  });
});

describe("The reminder", () => {
  it("The reminder is mailed once, on the morning of the day before, to who is going", async () => {
    await buildEvent(club.db, { title: "Another day", date: "2026-12-20" });
    const { slug } = await buildEvent(club.db, { guests: 1 });
    const [one, two] = [await newMember(), await newMember()];
    await go(one.call, slug, { guest_name: "Ada Wren" });
    await leave(two.call, slug);
    for (const night of ["2026-12-01", "2026-12-02", "2026-12-03"]) {
      await runJobs(new Date(`${night}T03:17:00Z`));
      // The second is of a process that has just been started.
      for (const _process of ["one", "other"]) await eventJobs["events-ahead"].run(club);
    }
    await runJobs(new Date("2026-12-03T18:59:00Z"));
    expect((await takeNews()).map(({ to, subject }) => [to, subject])).toEqual([
      [one.email, "Tomorrow: Winter supper"],
    ]);
    const reminded = club.db.selectFrom("event_answers").select("reminded_at").where("user_id", "=", one.id);
    expect(await reminded.executeTakeFirst()).toEqual({ reminded_at: new Date("2026-12-02T09:00:00Z") });
  });
});
