import { afterAll, expect, it } from "vitest";
import { createLog } from "#server/ops/start/create-log.ts";
import { findPort, listen } from "#server/ops/start/start-club.ts";
import { buildDeal } from "#server/sample/build-deal.ts";
import { buildEvent } from "#server/sample/build-event.ts";
import { buildCommitment } from "#server/sample/build-held-round.ts";
import { buildInvestor } from "#server/sample/build-investor.ts";
import { buildAdmin, buildMember } from "#server/sample/builders.ts";
import { paymentReference } from "#shared/funds/payment-reference.ts";
import { readCalendar } from "#tests/support/read-calendar.ts";
import { type Call, openTestApp } from "#tests/support/test-app.ts";

const day = 24 * 60 * 60 * 1000;
const lines: string[] = [];
let now = new Date();
let close: () => Promise<void>;
const place = { host: "127.0.0.1", port: 0 };
place.port = await findPort(place);
const log = createLog("trace", { write: (line) => lines.push(line) });
const club = await openTestApp({ now: () => now, appUrl: `http://${place.host}:${place.port}`, log });
close = await listen(club.fetch, place);
await club.db.deleteFrom("content_items").where("kind", "=", "event").execute();
const admin = await club.as(await buildAdmin(club.db));
afterAll(() => close());

/** A program that has a feed's address, and asks as programs do: for what is not as it was. */
async function subscribe(call: Call) {
  const { body } = await call("POST", "/api/calendar-feed");
  let etag = "";
  return {
    url: body.url as string,
    read: async () => {
      const answer = await fetch(body.url, { headers: etag ? { "if-none-match": etag } : {} });
      etag = answer.headers.get("etag") ?? "";
      const text = await answer.text();
      return { status: answer.status, text, entries: text ? readCalendar(text) : [], headers: answer.headers };
    },
  };
}

const inDays = (days: number) => new Date(now.getTime() + days * day).toISOString().slice(0, 10);
const toSecond = (moment: Date) => new Date(Math.floor(moment.getTime() / 1000) * 1000);
const nothingNew = { status: 304, entries: [] };

it("A program reads each change of an event once, a cancelled one for 30 days, and no feed's address is in the log", async () => {
  const { id, slug } = await buildEvent(club.db, { date: inDays(60), start_time: "19:00" });
  const call = await club.as(await buildMember(club.db));
  const { url, read } = await subscribe(call);
  const first = await read();
  expect(first.status).toBe(200);
  expect(first.headers.get("content-type")).toContain("text/calendar");
  expect(first.headers.get("last-modified")).toMatch(/ GMT$/);
  expect(first.entries).toMatchObject([{ summary: "Winter supper", sequence: 0, status: "TENTATIVE" }]);
  const uid = first.entries[0]?.uid;
  expect(await read()).toMatchObject(nothingNew);

  await call("PUT", `/api/events/${slug}/answer`, { going: true });
  expect((await read()).entries).toMatchObject([{ uid, sequence: 1, status: "CONFIRMED" }]);
  expect(await read()).toMatchObject(nothingNew);

  const { body: item } = await admin("GET", `/api/content/${id}`);
  const content = { ...item.draft, location: "The Long Room, London" };
  await admin("PUT", `/api/content/${id}`, { expected_revision: 1, content });
  await admin("POST", `/api/content/${id}/publish`, { expected_revision: 2 });
  expect((await read()).entries).toMatchObject([{ uid, sequence: 2, location: "The Long Room, London" }]);
  expect(await read()).toMatchObject(nothingNew);

  await admin("POST", `/api/event-places/${id}/cancel`, { reason: "A strike", expected_revision: 1 });
  expect((await read()).entries).toMatchObject([{ uid, sequence: 3, status: "CANCELLED" }]);
  expect(await read()).toMatchObject(nothingNew);
  const cancelled = now;
  now = new Date(cancelled.getTime() + 29 * day);
  expect(await read()).toMatchObject(nothingNew);
  now = new Date(cancelled.getTime() + 31 * day);
  expect(await read()).toMatchObject({ status: 200, entries: [] });
  now = cancelled;

  const token = /([^/]+)\.ics$/.exec(url)?.[1] ?? "";
  expect(token).toHaveLength(43);
  const log = lines.join("");
  expect(log).toContain("/api/calendar/[token].ics");
  expect(log).not.toContain(token);
});

it("A feed has the member's own deadlines of payment, statement and offer, without company, amount or others'", async () => {
  const jonas = await buildInvestor(club.db, { full_name: "Jonas Weber" });
  const { id: deal_id, terms_id } = await buildDeal(club.db, { company: { name: "Alder Analytics" } });
  const due_at = new Date(now.getTime() + 3 * day);
  const commitment = await buildCommitment(club.db, {
    deal_id,
    terms_id,
    record_id: jonas.record_id,
    state: "called",
    called_at: now,
    due_at,
    grace_until: due_at,
    allocated_shares: 10_000,
    cost_pence: 12_000_00,
    fee_pence: 1_500_00,
    reference: paymentReference("A7F", "2222"),
  });
  const [own, other] = [await club.as(jonas), await club.as(await buildMember(club.db))];
  const { slug } = await buildEvent(club.db, { title: "Small table", date: inDays(20), capacity: 1, offer_hours: 5 });
  const answer = (call: Call, body: object) => call("PUT", `/api/events/${slug}/answer`, body);
  await answer(other, { going: true });
  await answer(own, { going: true, waits: true });
  await answer(other, { going: false });
  const { text, entries } = await (await subscribe(own)).read();
  const ofKind = (kind: string) => entries.filter(({ uid }) => uid.startsWith(`${kind}-`));

  expect(ofKind("payment")).toMatchObject([
    { uid: `payment-${commitment.id}@127.0.0.1`, ends: toSecond(due_at), status: "CONFIRMED" },
  ]);
  const { valid_through } = await club.db
    .selectFrom("statements")
    .select("valid_through")
    .where("record_id", "=", jonas.record_id)
    .executeTakeFirstOrThrow();
  expect(ofKind("statement")).toMatchObject([{ starts: valid_through }]);
  expect(ofKind("offer")).toMatchObject([
    {
      summary: "A place is free until then: Small table",
      ends: toSecond(new Date(now.getTime() + 5 * 60 * 60 * 1000)),
    },
  ]);
  expect(text).not.toMatch(/Alder|£|12,?000|Weber/);

  const { text: others } = await (await subscribe(other)).read();
  expect(others).toContain("BEGIN:VCALENDAR");
  expect(others).not.toMatch(/UID:(payment|statement|offer)-|Small table/);
});
