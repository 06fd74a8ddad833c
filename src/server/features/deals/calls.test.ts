import { beforeEach, describe, expect, it } from "vitest";
import { buildDeal } from "#server/sample/build-deal.ts";
import { buildInvestor } from "#server/sample/build-investor.ts";
import { buildAdmin, type Person } from "#server/sample/builders.ts";
import { buildCall } from "#server/sample/sample-questions.ts";
import { dealCallMessages } from "#shared/deals/deal-call-messages.ts";
import type { DeskCall } from "#shared/deals/deal-calls.ts";
import { dealStates } from "#shared/deals/deal-messages.ts";
import { calendarProperties } from "#tests/support/calendar-properties.ts";
import { meetAtRow } from "#tests/support/held-row.ts";
import { setDeals } from "#tests/support/set-deals.ts";
import { type Call, openTestApp } from "#tests/support/test-app.ts";

const noon = new Date("2026-11-23T12:00:00Z");
const startsAt = new Date("2026-11-24T18:30:00Z");
const input = {
  starts_at: "2026-11-24T18:30:00.000Z",
  ends_at: "2026-11-24T19:30:00.000Z",
  about: "Video, one hour, both founders",
  join_url: "https://meet.example/founders",
};
let now = noon;
let deal: Awaited<ReturnType<typeof buildDeal>>;
let jonas: Investor;
let mine: Call;
let hers: Call;
let chloe: Investor;

type Investor = Awaited<ReturnType<typeof buildInvestor>>;

const club = await openTestApp({ now: () => now, hasLastingSessions: true });
const owen = await buildAdmin(club.db, { full_name: "Owen Pryce" });
const [admin, second] = [await club.as(owen), await club.as(await buildAdmin(club.db))];
await setDeals(club.db);
beforeEach(async () => {
  now = noon;
  deal = await buildDeal(club.db, { at: new Date("2026-11-21T10:00:00Z") });
  [jonas, mine] = await investor("Jonas Weber");
  [chloe, hers] = await investor("Chloe Grant");
});

async function investor(full_name: string): Promise<[Investor, Call]> {
  const person = await buildInvestor(club.db, { full_name, signed_at: new Date("2026-11-20T08:00:00Z") });
  return [person, await club.as(person)];
}

const build = (given: Partial<Parameters<typeof buildCall>[1]> = {}) =>
  buildCall(club.db, { deal_id: deal.id, starts_at: startsAt, ...given });
const open = (call: Call, id = deal.id) => call("GET", `/api/open-deals/${id}/calls`);
const request = (call: Call, id: string, asks: boolean) =>
  call("PUT", `/api/open-deals/${deal.id}/calls/${id}/request`, { asks });
const join = (call: Call, id: string) => call("POST", `/api/open-deals/${deal.id}/calls/${id}/join`);
const calendarOf = (call: Call, id: string) => call("GET", `/api/open-deals/${deal.id}/calls/${id}.ics`);
const atDesk = async (): Promise<DeskCall[]> => (await admin("GET", `/api/deals/${deal.id}/calls`)).body.items;
const plan = (body: object = input, id = deal.id) => admin("POST", `/api/deals/${id}/calls`, body);
const versionOf = async (id: string) => (await atDesk()).find((call) => call.id === id)?.updated_at;
const change = async (id: string, body: object, by = admin) =>
  by("PUT", `/api/deals/${deal.id}/calls/${id}`, { expected_version: await versionOf(id), ...input, ...body });
const cancel = async (id: string, by = admin) =>
  by("POST", `/api/deals/${deal.id}/calls/${id}/cancel`, {
    reason: "A founder is ill.",
    expected_version: await versionOf(id),
  });

const requestsOf = async (call_id: string) =>
  club.db
    .selectFrom("deal_call_requests")
    .select(["record_id", "wording", "requested_at", "withdrawn_at", "joined_at"])
    .where("call_id", "=", call_id)
    .orderBy("id")
    .execute();
const deliveriesOf = async ({ record_id }: Investor) =>
  club.db
    .selectFrom("deliveries")
    .select(["channel", "subject_id", "deal_version_id", "delivered_at"])
    .where("record_id", "=", record_id)
    .execute();
const noticesOf = async ({ id }: Person) =>
  club.db.selectFrom("notices").select(["kind", "subject_id"]).where("user_id", "=", id).orderBy("id").execute();
const auditOf = () => club.auditOf(deal.id, "kind", "details", "actor_id");

describe("GET /open-deals/{id}/calls", () => {
  it("lists calls by their time, without the address and without who asked to join", async () => {
    const later = await build({
      starts_at: new Date("2026-11-26T18:30:00Z"),
      cancelled_reason: "A founder is ill.",
    });
    const first = await build({ requests: [{ record_id: chloe.record_id, requested_at: noon }] });
    const { status, body } = await open(mine);
    expect(status).toBe(200);
    expect(body.items).toEqual([
      {
        id: first.id,
        starts_at: "2026-11-24T18:30:00.000Z",
        ends_at: "2026-11-24T19:30:00.000Z",
        about: "Video, one hour, both founders",
        cancelled_reason: null,
        requested_at: null,
        joined_at: null,
        is_joinable: false,
      },
      expect.objectContaining({ id: later.id, cancelled_reason: "A founder is ill." }),
    ]);
    expect((await open(hers)).body.items).toMatchObject([{ requested_at: "2026-11-23T12:00:00.000Z" }, {}]);
    for (const secret of ["meet.example", "Chloe", chloe.record_id]) expect(JSON.stringify(body)).not.toContain(secret);
    await mine("HEAD", `/api/open-deals/${deal.id}/calls`);
    expect(await deliveriesOf(jonas)).toEqual([]);
  });
  it("returns 404 for a deal that is not shown", async () => {
    const hidden = await buildDeal(club.db, { state: "approved" });
    await build({ deal_id: hidden.id });
    expect((await open(mine, hidden.id)).status).toBe(404);
  });
});

describe("PUT /open-deals/{id}/calls/{call_id}/request", () => {
  it("records each tick in its words, and when it was taken back", async () => {
    const { id } = await build();
    expect((await request(mine, id, true)).body.items).toMatchObject([{ requested_at: "2026-11-23T12:00:00.000Z" }]);
    await request(mine, id, true);
    now = new Date("2026-11-23T13:00:00Z");
    expect((await request(mine, id, false)).body.items).toMatchObject([{ requested_at: null }]);
    now = new Date("2026-11-23T14:00:00Z");
    await request(mine, id, true);
    const wording =
      "I ask to join this call with the founders. I know that they want my money and that I could lose all of it.";
    const ticked = { record_id: jonas.record_id, wording, joined_at: null };
    expect(await requestsOf(id)).toEqual([
      { ...ticked, requested_at: noon, withdrawn_at: new Date("2026-11-23T13:00:00Z") },
      { ...ticked, requested_at: new Date("2026-11-23T14:00:00Z"), withdrawn_at: null },
    ]);
  });
  it("records one request when a button is pressed twice", async () => {
    const { id } = await build();
    const answers = await meetAtRow(club.db, "deal_calls", id, [
      () => request(mine, id, true),
      () => request(mine, id, true),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await requestsOf(id)).toHaveLength(1);
  });
  it("returns 409 once a call is over or cancelled", async () => {
    const over = await build();
    const cancelled = await build({ starts_at: new Date("2026-11-26T18:30:00Z"), cancelled_reason: "Ill." });
    now = new Date("2026-11-24T19:29:59.999Z");
    expect((await request(mine, over.id, true)).status).toBe(200);
    now = new Date("2026-11-24T19:30:00Z");
    for (const { id } of [over, cancelled]) {
      const { status, body } = await request(mine, id, false);
      expect([status, body.code, body.detail]).toEqual([409, "call_closed", "This call is over or cancelled"]);
    }
  });
  it("returns 404 for a call of another deal", async () => {
    const { id } = await build({ deal_id: (await buildDeal(club.db)).id });
    expect((await request(mine, id, true)).status).toBe(404);
  });
});

describe("POST /open-deals/{id}/calls/{call_id}/join", () => {
  it("returns the address from a quarter of an hour before the call, and records the joining once", async () => {
    const { id } = await build({ requests: [{ record_id: jonas.record_id }] });
    now = new Date("2026-11-24T18:14:59.999Z");
    const early = await join(mine, id);
    expect([early.status, early.body.code, early.body.detail]).toEqual([
      409,
      "call_not_open",
      "The link opens a quarter of an hour before the call, for whoever asked to join",
    ]);
    expect((await open(mine)).body.items[0].is_joinable).toBe(false);
    expect(await deliveriesOf(jonas)).toEqual([]);
    now = new Date("2026-11-24T18:15:00Z");
    expect((await open(mine)).body.items[0].is_joinable).toBe(true);
    const { status, body } = await join(mine, id);
    expect([status, body]).toEqual([200, { join_url: "https://meet.example/founders" }]);
    now = new Date("2026-11-24T19:29:59.999Z");
    expect((await join(mine, id)).status).toBe(200);
    expect((await requestsOf(id))[0]?.joined_at).toEqual(new Date("2026-11-24T18:15:00Z"));
    expect(await deliveriesOf(jonas)).toEqual([
      {
        channel: "call",
        subject_id: id,
        deal_version_id: deal.version_id,
        delivered_at: new Date("2026-11-24T18:15:00Z"),
      },
    ]);
    now = new Date("2026-11-24T19:30:00Z");
    const late = await join(mine, id);
    expect([late.status, late.body.code]).toEqual([409, "call_closed"]);
    expect((await open(mine)).body.items[0].is_joinable).toBe(false);
  });
  it("returns no address to somebody who has not asked, or not any more, and none of a cancelled call", async () => {
    const { id } = await build({
      requests: [{ record_id: chloe.record_id, withdrawn_at: noon, requested_at: noon }],
    });
    const cancelled = await build({
      cancelled_reason: "A founder is ill.",
      requests: [{ record_id: jonas.record_id }],
    });
    now = startsAt;
    for (const call of [mine, hers]) expect((await join(call, id)).body.code).toBe("call_not_open");
    expect((await join(mine, cancelled.id)).body.code).toBe("call_closed");
    expect(await deliveriesOf(jonas)).toEqual([]);
    expect((await requestsOf(id))[0]?.joined_at).toBeNull();
  });
  it("returns 404 for a call of another deal", async () => {
    const { id } = await build({ deal_id: (await buildDeal(club.db)).id });
    expect((await join(mine, id)).status).toBe(404);
  });
});

describe("GET /open-deals/{id}/calls/{call_id}.ics", () => {
  it("returns a calendar entry with neither company nor address, and records nothing", async () => {
    const { id } = await build();
    const { status, headers, body } = await calendarOf(mine, id);
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("text/calendar; charset=utf-8; method=PUBLISH");
    expect(headers.get("content-disposition")).toBe('attachment; filename="founder-call.ics"');
    expect(calendarProperties(body)).toMatchObject({
      UID: `${id}@127.0.0.1`,
      SEQUENCE: "0",
      STATUS: "CONFIRMED",
      DTSTART: "20261124T183000Z",
      DTEND: "20261124T193000Z",
      SUMMARY: "Kindling: founder call",
      LOCATION: `http://127.0.0.1:3000/#/members?tab=investments&view=deals&deal=${deal.id}`,
    });
    for (const secret of ["Alder", "meet.example", "both founders", "Seed round"]) expect(body).not.toContain(secret);
    expect(await deliveriesOf(jonas)).toEqual([]);
  });
  it("returns the same UID and counts changes of the call, the cancellation too", async () => {
    const { id } = await build();
    await change(id, { starts_at: "2026-11-24T18:45:00.000Z" });
    expect(calendarProperties((await calendarOf(mine, id)).body)).toMatchObject({
      UID: `${id}@127.0.0.1`,
      SEQUENCE: "1",
      DTSTART: "20261124T184500Z",
    });
    await cancel(id);
    expect(calendarProperties((await calendarOf(mine, id)).body)).toMatchObject({
      UID: `${id}@127.0.0.1`,
      SEQUENCE: "2",
      STATUS: "CANCELLED",
    });
  });
  it("returns 404 for a call of another deal, and for no id", async () => {
    const { id } = await build({ deal_id: (await buildDeal(club.db)).id });
    for (const name of [id, "x"]) expect((await calendarOf(mine, name)).status).toBe(404);
  });
});

describe("GET /deals/{id}/calls", () => {
  it("shows who asked, who asks no more and who joined", async () => {
    const joined_at = new Date("2026-11-24T18:20:00Z");
    const { id } = await build({
      requests: [
        { record_id: jonas.record_id, requested_at: new Date("2026-11-23T10:00:00Z"), joined_at },
        { record_id: chloe.record_id, requested_at: new Date("2026-11-23T11:00:00Z"), withdrawn_at: noon },
      ],
    });
    expect(await atDesk()).toEqual([
      {
        id,
        ...input,
        cancelled_reason: null,
        updated_at: expect.any(String),
        people: [
          {
            id: expect.any(String),
            full_name: "Jonas Weber",
            requested_at: "2026-11-23T10:00:00.000Z",
            withdrawn_at: null,
            joined_at: "2026-11-24T18:20:00.000Z",
          },
          {
            id: expect.any(String),
            full_name: "Chloe Grant",
            requested_at: "2026-11-23T11:00:00.000Z",
            withdrawn_at: "2026-11-23T12:00:00.000Z",
            joined_at: null,
          },
        ],
      },
    ]);
  });
});

describe("POST /deals/{id}/calls", () => {
  it("plans a call, which is audited without its address", async () => {
    const { status, body } = await plan({ ...input, about: ` ${input.about} ` });
    expect([status, body.items]).toMatchObject([201, [{ ...input, cancelled_reason: null, people: [] }]]);
    const details = { call_id: body.items[0].id, starts_at: "2026-11-24T18:30:00.000Z" };
    expect(await auditOf()).toEqual([{ kind: "deal_call_planned", details, actor_id: owen.id }]);
  });
  it("plans calls of deals from their preparation to their closing", async () => {
    const planned = [];
    for (const state of dealStates) {
      const { id } = await buildDeal(club.db, { state });
      const { status, body } = await plan(input, id);
      if (status === 201) planned.push(state);
      else expect([state, status, body.code]).toEqual([state, 409, "deal_not_open"]);
    }
    expect(planned).toEqual(["preparing", "approved", "released", "closing"]);
  });
  it.each([
    [
      { starts_at: "2026-11-23T12:00:00.000Z", ends_at: "2026-11-23T13:00:00.000Z" },
      "starts_at",
      "This time is over; choose a later one",
    ],
    [{ ends_at: "2026-11-25T02:30:00.001Z" }, "ends_at", "A call ends after it begins, and within 8 hours"],
  ])("refuses %j", async (wrong, path, message) => {
    const { status, body } = await plan({ ...input, ...wrong });
    expect([status, body.errors]).toEqual([422, [{ path, message }]]);
    expect(await atDesk()).toEqual([]);
  });
});

describe("PUT /deals/{id}/calls/{call_id}", () => {
  const asked = () => ({
    requests: [
      { record_id: jonas.record_id, requested_at: noon },
      { record_id: chloe.record_id, requested_at: noon, withdrawn_at: noon },
    ],
  });

  it("moves a call, and tells who asks to join", async () => {
    const { id } = await build(asked());
    const moved = { starts_at: "2026-11-25T18:30:00.000Z", ends_at: "2026-11-25T19:30:00.000Z" };
    const { status, body } = await change(id, moved);
    expect([status, body.items]).toMatchObject([200, [moved]]);
    expect(await noticesOf(jonas)).toEqual([{ kind: "deal_call_moved", subject_id: id }]);
    expect(await noticesOf(chloe)).toEqual([]);
    const details = { call_id: id, starts_at: "2026-11-25T18:30:00.000Z" };
    expect(await auditOf()).toEqual([{ kind: "deal_call_changed", details, actor_id: owen.id }]);
    expect((await mine("GET", "/api/notices")).body.items).toMatchObject([
      { text: "A founder call that you asked to join has another time." },
    ]);
  });
  it("tells nobody of another address, which can be mended while the call runs", async () => {
    const { id } = await build(asked());
    now = new Date("2026-11-24T18:35:00Z");
    expect((await change(id, { join_url: "https://meet.example/other" })).status).toBe(200);
    expect(await noticesOf(jonas)).toEqual([]);
    expect((await join(mine, id)).body).toEqual({ join_url: "https://meet.example/other" });
    const back = await change(id, { starts_at: "2026-11-24T18:00:00.000Z" });
    expect([back.status, back.body.errors]).toEqual([
      422,
      [{ path: "starts_at", message: "This time is over; choose a later one" }],
    ]);
    const ended = await change(id, { ends_at: "2026-11-24T18:35:00.000Z" });
    expect([ended.status, ended.body.errors[0].path]).toEqual([422, "ends_at"]);
  });
  it("saves the change of the first of two admins, and gives the second the present call", async () => {
    const { id } = await build();
    const body = { ...input, expected_version: await versionOf(id) };
    const changing = (by: Call, about: string) => () =>
      by("PUT", `/api/deals/${deal.id}/calls/${id}`, { ...body, about });
    const [first, other] = await meetAtRow(club.db, "deal_calls", id, [
      changing(admin, "Half an hour"),
      changing(second, "Two hours"),
    ]);
    expect(first?.status).toBe(200);
    expect([other?.status, other?.body.code, other?.body.record]).toMatchObject([
      409,
      "revision_conflict",
      { id, about: "Half an hour" },
    ]);
  });
  it("refuses a call that is over or cancelled, and a call of another deal", async () => {
    const over = await build({ starts_at: new Date("2026-11-23T10:00:00Z") });
    const cancelled = await build({ cancelled_reason: "A founder is ill." });
    for (const { id } of [over, cancelled]) expect((await change(id, {})).body.code).toBe("call_closed");
    const elsewhere = await build({ deal_id: (await buildDeal(club.db)).id });
    const body = { ...input, expected_version: elsewhere.updated_at };
    expect((await admin("PUT", `/api/deals/${deal.id}/calls/${elsewhere.id}`, body)).status).toBe(404);
  });
});

describe("POST /deals/{id}/calls/{call_id}/cancel", () => {
  it("stores the reason, and tells who asks to join without the company's name", async () => {
    const { id } = await build({ requests: [{ record_id: jonas.record_id }] });
    const { status, body } = await cancel(id);
    expect([status, body.items]).toMatchObject([200, [{ cancelled_reason: "A founder is ill." }]]);
    expect((await open(mine)).body.items).toMatchObject([{ cancelled_reason: "A founder is ill." }]);
    expect((await mine("GET", "/api/notices")).body.items).toMatchObject([
      { kind: "deal_call_cancelled", text: "A founder call that you asked to join is cancelled.", subject_id: id },
    ]);
    expect(await auditOf()).toEqual([{ kind: "deal_call_cancelled", details: { call_id: id }, actor_id: owen.id }]);
    expect((await cancel(id)).body.code).toBe("call_closed");
    expect(await noticesOf(jonas)).toHaveLength(1);
  });
  it("needs a reason, and the version that was read", async () => {
    const { id } = await build();
    const path = `/api/deals/${deal.id}/calls/${id}/cancel`;
    const expected_version = await versionOf(id);
    expect((await admin("POST", path, { reason: " ", expected_version })).body.errors).toEqual([
      { path: "reason", message: "This field is required" },
    ]);
    await change(id, { about: "Half an hour" });
    const { status, body } = await admin("POST", path, { reason: "Ill.", expected_version });
    expect([status, body.code, body.record.about]).toEqual([409, "revision_conflict", "Half an hour"]);
    expect((await atDesk())[0]?.cancelled_reason).toBeNull();
  });
});

describe("A call of somebody whose account is deleted", () => {
  it("The tick of a deleted account stays in its words without a name", async () => {
    const { id } = await build({ requests: [{ record_id: jonas.record_id }] });
    await club.deleteAccount(jonas.id, { actorId: null, reason: "requested" }, async () => true);
    expect((await atDesk())[0]?.people).toMatchObject([{ full_name: null }]);
    expect(await requestsOf(id)).toMatchObject([{ wording: dealCallMessages.request }]);
    expect((await cancel(id)).status).toBe(200);
  });
});
