import { sql } from "kysely";
import { Webhook as Verifier } from "standardwebhooks";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { buildEvent } from "#server/sample/build-event.ts";
import { buildAdmin, buildInvitation, buildMember, buildPerson } from "#server/sample/builders.ts";
import { moveClock } from "#tests/support/move-clock.ts";
import { takeMails } from "#tests/support/queued-mails.ts";
import { hashPassword } from "#tests/support/quick-passwords.ts";
import { type Call, createTestApp, openTestApp, type TestApp } from "#tests/support/test-app.ts";
import { openWebhookReceiver } from "#tests/support/webhook-receiver.ts";
import { webhookJobs } from "./index.ts";

const password = "seven quiet lanterns";
const unknownId = "01900000-0000-7000-8000-000000000000";
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
let now = new Date();
const receiver = await openWebhookReceiver();
const club = await openTestApp({ now: () => now, webhookAllowedHosts: ["127.0.0.1"] });
const person = await buildAdmin(club.db, { full_name: "Amara Okafor", password_hash: await hashPassword(password) });
const admin = await club.as(person);
await sql`update auth.sessions set expires_at = now() + interval '1 year'`.execute(club.db);
beforeEach(async () => {
  now = new Date();
  receiver.received.length = 0;
  receiver.answerWith({ status: 204 });
  await club.db.deleteFrom("webhook_endpoints").execute();
  await sql`delete from pgboss.job`.execute(club.db);
});
afterAll(() => receiver.close());

const input = { name: "Bookkeeping", url: "https://hooks.example/club", events: ["membership.approved"] };
const add = async (change: object = {}) =>
  (await admin("POST", "/api/webhooks", { ...input, url: receiver.url, ...change })).body;
const runJobs = (to = now) => moveClock(club, (at) => (now = at), to);
const deliveriesOf = async (id: string, query = "") =>
  (await admin("GET", `/api/webhooks/${id}/deliveries${query}`)).body.items;
const refusalOf = ({ status, body }: Awaited<ReturnType<Call>>) => [status, body.code];
const attempts = async () => {
  const text = await club.metrics.describe();
  const count = (outcome: string) =>
    Number(new RegExp(`^kindling_webhook_attempts_total\\{outcome="${outcome}"\\} (\\d+)$`, "m").exec(text)?.[1]);
  return { delivered: count("delivered"), failed: count("failed") };
};
const toldAdmins = async () => (await takeMails(club)).filter(({ template }) => template === "webhook-address");
const countAdmins = async () =>
  (await club.db.selectFrom("user_roles").select("user_id").where("role", "=", "admin").execute()).length;
const audits = async (kind: string) =>
  club.db.selectFrom("audit_events").select(["actor_id", "details"]).where("kind", "=", kind).orderBy("id").execute();
/** @throws unless it is signed with the secret, now. */
const verify = (secret: string, { body, headers } = receiver.received.at(-1) ?? { body: "", headers: {} }) =>
  new Verifier(secret).verify(body, headers as Record<string, string>);

async function approve() {
  const person = await buildPerson(club.db, { status: "pending" });
  expect((await admin("POST", `/api/membership-requests/${person.id}/approve`)).status).toBe(200);
  return person;
}

describe("GET /webhooks", () => {
  it("lists webhooks newest first, without secrets", async () => {
    const first = await add();
    await add({ name: "Calendar", events: ["event.rsvp", "deal.released"] });
    const { body } = await admin("GET", "/api/webhooks");
    expect(body.items).toMatchObject([
      { name: "Calendar", events: ["event.rsvp", "deal.released"], switched_off_at: null, failing_since: null },
      { name: "Bookkeeping", url: receiver.url },
    ]);
    expect(JSON.stringify(body)).not.toContain(first.secret);
  });
});

describe("POST /webhooks", () => {
  it.each([
    [{ name: "" }, "name"],
    [{ events: [] }, "events"],
    [{ events: ["person.renamed"] }, "events.0"],
    [{ url: "hooks.example" }, "url"],
    [{ url: "ftp://hooks.example" }, "url"],
    [{ url: "http://hooks.example" }, "url"],
    [{ url: "https://user:secret@hooks.example" }, "url"],
    [{ url: "https://10.0.0.1/hooks" }, "url"],
    [{ url: "https://[::1]/hooks" }, "url"],
    [{ url: "https://169.254.169.254/" }, "url"],
  ])("returns 422 with the wrong field of %o", async (change, field) => {
    const { status, body } = await admin("POST", "/api/webhooks", { ...input, ...change });
    expect([status, body.errors?.[0]?.path]).toEqual([422, field]);
  });

  it("returns the secret once, stores it encrypted, and records who added the webhook", async () => {
    const { id, secret } = (await admin("POST", "/api/webhooks", input)).body;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const { sealed } = await club.db.selectFrom("webhook_secrets").select("sealed").executeTakeFirstOrThrow();
    expect(sealed.includes(Buffer.from(secret))).toBe(false);
    expect((await audits("webhook_added")).at(-1)).toEqual({
      actor_id: person.id,
      details: { webhook_id: id, host: "hooks.example" },
    });
  });

  it("tells all admins of the webhook by email", async () => {
    await buildAdmin(club.db);
    await takeMails(club);
    expect((await admin("POST", "/api/webhooks", input)).status).toBe(201);
    await runJobs();
    const mails = await toldAdmins();
    expect(mails).toHaveLength(await countAdmins());
    const facts = "entered the address of a system that the club tells of events: Bookkeeping, at hooks.example.";
    expect(mails.map(({ text }) => text).join()).toContain(`You ${facts}`);
    expect(mails.map(({ text }) => text).join()).toContain(
      `Amara Okafor ${facts} Its events are: membership approved.`,
    );
  });

  it("refuses the 21st webhook", async () => {
    for (let count = 0; count < 20; count++) await add();
    expect(refusalOf(await admin("POST", "/api/webhooks", input))).toEqual([409, "too_many_entries"]);
  });
});

describe("PUT /webhooks/{id}", () => {
  it("refuses a bad address before a fresh sign-in is asked for", async () => {
    now = new Date(now.getTime() + 11 * minute);
    const stale = await club.asStale(person);
    const given = { ...input, url: "https://10.0.0.1/hooks" };
    expect((await stale("POST", "/api/webhooks", given)).body.errors[0].path).toBe("url");
    expect(refusalOf(await stale("POST", "/api/webhooks", input))).toEqual([403, "fresh_sign_in_required"]);
  });
  it("needs a fresh sign-in and tells all admins where the address is another one", async () => {
    const { id } = (await admin("POST", "/api/webhooks", input)).body;
    now = new Date(now.getTime() + 11 * minute);
    await runJobs();
    await takeMails(club);
    const stale = await club.asStale(person);
    expect((await stale("PUT", `/api/webhooks/${id}`, { ...input, name: "Books" })).status).toBe(200);
    await runJobs();
    expect(await toldAdmins()).toEqual([]);
    const elsewhere = { ...input, url: "https://elsewhere.example/club" };
    expect(refusalOf(await stale("PUT", `/api/webhooks/${id}`, elsewhere))).toEqual([403, "fresh_sign_in_required"]);
    expect((await admin("PUT", `/api/webhooks/${id}`, elsewhere)).status).toBe(200);
    await runJobs();
    const mails = await toldAdmins();
    expect(mails).toHaveLength(await countAdmins());
    expect(mails[0]?.text).toContain("Bookkeeping, at elsewhere.example.");
  });

  it("switches a webhook off and on again: nothing is written meanwhile", async () => {
    const { id } = await add();
    const change = { ...input, url: receiver.url };
    const off = (await admin("PUT", `/api/webhooks/${id}`, { ...change, is_on: false })).body;
    expect([off.switched_off_because, typeof off.switched_off_at]).toEqual(["admin", "string"]);
    expect((await audits("webhook_changed")).at(-1)).toEqual({
      actor_id: person.id,
      details: { webhook_id: id, host: new URL(receiver.url).host, is_on: false },
    });
    await approve();
    expect(await deliveriesOf(id)).toEqual([]);
    const on = (await admin("PUT", `/api/webhooks/${id}`, { ...change, name: "Books" })).body;
    expect(on).toMatchObject({ name: "Books", switched_off_at: null, switched_off_because: null });
    await approve();
    expect(await deliveriesOf(id)).toHaveLength(1);
  });
});

describe("DELETE /webhooks/{id}", () => {
  it("removes a webhook with its waiting deliveries, or returns 404", async () => {
    const { id } = await add();
    await approve();
    expect((await admin("DELETE", `/api/webhooks/${id}`)).status).toBe(200);
    expect((await admin("DELETE", `/api/webhooks/${id}`)).status).toBe(404);
    expect((await audits("webhook_removed")).at(-1)).toEqual({ actor_id: person.id, details: { webhook_id: id } });
    await runJobs();
    expect(receiver.received).toEqual([]);
  });
});

describe("POST /webhooks/{id}/rotate-secret", () => {
  it("signs with both secrets for a day, then with the new one alone", async () => {
    const { id, secret: old } = await add();
    const { secret } = (await admin("POST", `/api/webhooks/${id}/rotate-secret`)).body;
    expect((await audits("webhook_secret_rotated")).at(-1)).toEqual({
      actor_id: person.id,
      details: { webhook_id: id },
    });
    await approve();
    await runJobs();
    expect([verify(old), verify(secret)]).toMatchObject([{ type: "membership.approved" }, { data: {} }]);
    now = new Date(now.getTime() + day + minute);
    await approve();
    await runJobs();
    const last = receiver.received.at(-1);
    expect(last?.headers["webhook-signature"]).toMatch(/^v1,[A-Za-z0-9+/]{43}=$/);
    await webhookJobs.webhooks.run(club);
    expect(await club.db.selectFrom("webhook_secrets").select("id").execute()).toHaveLength(1);
  });
});

describe("GET /webhooks/{id}/deliveries", () => {
  it("returns 422 for a state that does not exist", async () => {
    expect((await admin("GET", `/api/webhooks/${unknownId}/deliveries?state=lost`)).status).toBe(422);
  });

  it("lists deliveries newest first, page by page and by state", async () => {
    const { id } = await add();
    const people = [await approve(), await approve()];
    const { body } = await admin("GET", `/api/webhooks/${id}/deliveries?limit=1`);
    expect(body.items[0]).toMatchObject({
      event_type: "membership.approved",
      data: { user_id: people[1]?.id },
      state: "waiting",
      attempts: 0,
      can: { redeliver: false },
    });
    const next = await admin("GET", `/api/webhooks/${id}/deliveries?cursor=${body.next_cursor}`);
    expect(next.body.items).toMatchObject([{ data: { user_id: people[0]?.id } }]);
    expect(await deliveriesOf(id, "?state=failed")).toEqual([]);
  });
});

describe("POST /webhook-deliveries/{id}/redeliver", () => {
  it("sends a delivery again under the same id, once for two presses, and not to a webhook that is off", async () => {
    const { id } = await add();
    await approve();
    await runJobs();
    const [delivery] = await deliveriesOf(id);
    expect(delivery).toMatchObject({ state: "delivered", status: 204, can: { redeliver: true } });
    const again = () => admin("POST", `/api/webhook-deliveries/${delivery.id}/redeliver`);
    expect((await again()).body).toMatchObject({ state: "waiting", attempts: 0 });
    expect((await again()).status).toBe(200);
    await runJobs();
    expect(receiver.received).toHaveLength(2);
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"]))).toEqual(
      new Set([delivery.event_id]),
    );
    expect(await audits("webhook_redelivered")).toHaveLength(1);
    await admin("PUT", `/api/webhooks/${id}`, { ...input, url: receiver.url, is_on: false });
    expect(refusalOf(await again())).toEqual([409, "webhook_off"]);
  });
});

describe("An event", () => {
  it("An event is sent with ids and times alone, signed as Standard Webhooks describes it", async () => {
    const { secret } = await add();
    const person = await approve();
    await runJobs();
    expect(receiver.received).toHaveLength(1);
    const payload = verify(secret) as { timestamp: string };
    expect(payload).toEqual({
      type: "membership.approved",
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      data: { user_id: person.id },
    });
    const [{ headers, body } = { headers: {}, body: "" }] = receiver.received;
    expect(headers).toMatchObject({ "content-type": "application/json", "user-agent": "Kindling-Webhooks/1" });
    expect(body).not.toContain(person.full_name);
    expect(() => verify(secret, { path: "", headers, body: body.replace(person.id, unknownId) })).toThrow();
  });

  it("An event is written for each webhook that asks for it, under one id, and for no other", async () => {
    const [one, other, deaf] = [await add(), await add(), await add({ events: ["deal.released"] })];
    await approve();
    const [[first], [second], none] = [
      await deliveriesOf(one.id),
      await deliveriesOf(other.id),
      await deliveriesOf(deaf.id),
    ];
    expect([first.event_id === second.event_id, first.id === second.id, none]).toEqual([true, false, []]);
  });

  it("An event is written with the change, or not at all", async () => {
    const { id } = await add();
    const undone = club.asOwner(null, async (_tx, effects) => {
      effects.publish("deal.released", { deal_id: unknownId });
      effects.publish("membership.approved", { user_id: unknownId });
      effects.audit("made_up" as never, "not an id");
    });
    await expect(undone).rejects.toThrow();
    expect(await deliveriesOf(id)).toEqual([]);
    const { rows } = await sql`select from pgboss.job where name = 'webhook-delivery'`.execute(club.db);
    expect(rows).toEqual([]);
  });

  it("A registration, its approval, an answer to an event and a deleted account each publish one event", async () => {
    const { id } = await add({
      events: ["membership.requested", "membership.approved", "event.rsvp", "person.deleted"],
    });
    const happened = async () =>
      (await deliveriesOf(id)).map(({ event_type, data }: { event_type: string; data: object }) => [event_type, data]);
    const register = async (email: string) => {
      const { code } = await buildInvitation(club.db, { email });
      const registration = { email, code, full_name: "Ada Nwosu", password: "seven quiet lanterns by the sea" };
      const { body } = await club.visitor("POST", "/api/registrations", registration);
      return body.user_id;
    };
    const asked = await register("ada@castell.example");
    expect(await happened()).toEqual([["membership.requested", { user_id: asked }]]);
    await club.db.insertInto("pending_members").values({ email: "ben@castell.example", full_name: "Ben" }).execute();
    const approved = await register("ben@castell.example");
    expect(await happened()).toContainEqual(["membership.approved", { user_id: approved }]);
    const event = await buildEvent(club.db, { date: "2099-12-03" });
    const member = await buildMember(club.db);
    const call = await club.as(member);
    const answered = async (answer: object) => {
      expect((await call("PUT", `/api/events/${event.slug}/answer`, answer)).status).toBe(200);
      return (await happened()).filter(([type]: [string]) => type === "event.rsvp");
    };
    const rsvp = ["event.rsvp", { event_id: event.id, user_id: member.id }];
    expect(await answered({ going: true })).toEqual([rsvp]);
    // The same answer once more changes nothing.
    expect(await answered({ going: true })).toEqual([rsvp]);
    expect(await answered({ going: false })).toEqual([rsvp, rsvp]);
    await club.deleteAccount(member.id, { actorId: null, reason: "requested" }, async () => true);
    expect(await happened()).toContainEqual(["person.deleted", { user_id: member.id }]);
  });
});

describe("A delivery that fails", () => {
  it("A failing delivery is tried eight times within a day, ever later, and keeps 1,024 bytes of the last answer", async () => {
    const { id } = await add();
    receiver.answerWith({ status: 500, body: "Broken. ".repeat(1000) });
    const began = now.getTime();
    await approve();
    await runJobs(new Date(began + 2 * day));
    expect(receiver.received).toHaveLength(8);
    const stamps = receiver.received.map(({ headers }) => Number(headers["webhook-timestamp"]) * 1000);
    const waits = stamps.slice(1).map((at, index) => at - (stamps[index] ?? 0));
    expect(waits.every((wait, index) => wait > (waits[index - 1] ?? 0))).toBe(true);
    expect((stamps.at(-1) ?? 0) - (stamps[0] ?? 0)).toBeLessThan(day);
    const [delivery] = await deliveriesOf(id);
    expect(delivery).toMatchObject({ state: "failed", attempts: 8, status: 500, next_attempt_at: null });
    expect(Buffer.byteLength(delivery.answer)).toBe(1024);
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  });

  it("A failed delivery is delivered once the receiver answers again, and the webhook fails no more", async () => {
    const { id } = await add();
    receiver.answerWith({ status: 302, headers: { location: "https://elsewhere.example" } });
    await approve();
    await runJobs();
    expect((await admin("GET", "/api/webhooks")).body.items[0].failing_since).not.toBe(null);
    expect(await deliveriesOf(id)).toMatchObject([{ state: "waiting", attempts: 1, status: 302 }]);
    receiver.answerWith({ status: 200 });
    const before = await attempts();
    await runJobs(new Date(now.getTime() + hour));
    expect(await deliveriesOf(id)).toMatchObject([{ state: "delivered", attempts: 2 }]);
    expect((await admin("GET", "/api/webhooks")).body.items[0].failing_since).toBe(null);
    expect(await attempts()).toEqual({ ...before, delivered: before.delivered + 1 });
  });

  it("A failed delivery has its reason where there is no answer, or the name leads to a private address", async () => {
    const gone = await openWebhookReceiver();
    await gone.close();
    const { id } = await add({ url: gone.url });
    const other = await add({ url: "https://localhost:1/hooks" });
    await approve();
    await runJobs();
    expect((await deliveriesOf(id))[0].reason).toMatch(/ECONNREFUSED/);
    expect((await deliveriesOf(other.id))[0]).toMatchObject({
      reason: "The address is in a private network.",
      status: null,
      answer: null,
    });
  });

  it("Deliveries failing for three days switch the webhook off, with one mail to each admin, and no more are written", async () => {
    const { id } = await add();
    receiver.answerWith({ status: 503 });
    await approve();
    await runJobs(new Date(now.getTime() + day));
    expect((await admin("GET", "/api/webhooks")).body.items[0].switched_off_at).toBe(null);
    await takeMails(club);
    now = new Date(now.getTime() + 2.5 * day);
    await approve();
    await runJobs(new Date(now.getTime() + day));
    const [webhook] = (await admin("GET", "/api/webhooks")).body.items;
    expect(webhook.switched_off_because).toBe("failing");
    const mails = (await takeMails(club)).filter(({ template }) => template === "webhook-switched-off");
    const admins = await club.db.selectFrom("user_roles").select("user_id").where("role", "=", "admin").execute();
    expect(mails).toHaveLength(admins.length);
    expect(mails[0]?.text).toContain(`Bookkeeping, at 127.0.0.1:${receiver.port}. Switched off: nothing was delivered`);
    expect((await audits("webhook_switched_off")).at(-1)).toEqual({
      actor_id: null,
      details: { webhook_id: id, because: "failing" },
    });
    await approve();
    expect(await deliveriesOf(id)).toHaveLength(2);
  });

  it("A delivery answered with 410 switches the webhook off at once, and other waiting ones have failed", async () => {
    const { id } = await add();
    receiver.answerWith({ status: 410 });
    await approve();
    await approve();
    await runJobs();
    expect((await admin("GET", "/api/webhooks")).body.items[0].switched_off_because).toBe("gone");
    expect((await deliveriesOf(id)).map(({ state }: { state: string }) => state)).toEqual(["failed", "failed"]);
    expect(receiver.received).toHaveLength(1);
  });
});

describe("A process that dies", () => {
  const job = (delivery_id: string) => webhookJobs["webhook-delivery"].run(club, { delivery_id });

  it("A process that dies between commit and delivery loses nothing: the job is in the queue with the change", async () => {
    const { id } = await add();
    await approve();
    const { rows } = await sql<{ data: { delivery_id: string } }>`
      select data from pgboss.job where name = 'webhook-delivery'`.execute(club.db);
    const [delivery] = await deliveriesOf(id);
    expect(rows.map(({ data }) => data.delivery_id)).toEqual([delivery.id]);
  });

  it("A process that dies during an attempt leaves the delivery to another one, not before the attempt can be over", async () => {
    const { id } = await add();
    await approve();
    const [{ id: deliveryId }] = await deliveriesOf(id);
    // Claimed, and never settled.
    const { send } = club.webhookSender;
    club.webhookSender.send = () => new Promise(() => {});
    void job(deliveryId);
    await expect.poll(async () => (await deliveriesOf(id))[0].attempts).toBe(1);
    club.webhookSender.send = send;
    await job(deliveryId);
    expect(receiver.received).toEqual([]);
    now = new Date(now.getTime() + 16 * minute);
    await job(deliveryId);
    expect(receiver.received).toHaveLength(1);
    expect(await deliveriesOf(id)).toMatchObject([{ state: "delivered", attempts: 2 }]);
  });

  it("A delivery whose job was lost with its process gets another one at night", async () => {
    const { id } = await add();
    await approve();
    await sql`delete from pgboss.job`.execute(club.db);
    now = new Date(now.getTime() + 2 * hour);
    await webhookJobs.webhooks.run(club);
    await runJobs();
    expect(await deliveriesOf(id)).toMatchObject([{ state: "delivered" }]);
  });
});

describe("Every night", () => {
  it("Deliveries over 30 days old are deleted every night", async () => {
    const { id } = await add();
    await approve();
    await runJobs();
    now = new Date(now.getTime() + 31 * day);
    await webhookJobs.webhooks.run(club);
    expect(await deliveriesOf(id)).toEqual([]);
  });

  it("Secrets of an earlier AUTH_SECRET are encrypted with the present one, and sign before and after", async () => {
    const { id, secret } = await add();
    const authSecret = "another secret of 32 characters and more";
    const given = { database: club.database, now: () => now, webhookAllowedHosts: ["127.0.0.1"] };
    const later = await createTestApp({ ...given, authSecret, previousAuthSecret: club.authSecret });
    const lost = await createTestApp({ ...given, authSecret });
    const send = async (by: TestApp) => {
      await approve();
      const [{ id: delivery_id }] = await deliveriesOf(id);
      await webhookJobs["webhook-delivery"].run(by, { delivery_id });
      return (await deliveriesOf(id))[0];
    };
    expect(await send(lost)).toMatchObject({
      state: "waiting",
      reason: "The secret cannot be decrypted. Make a new one.",
    });
    expect(await send(later)).toMatchObject({ state: "delivered" });
    verify(secret);
    await webhookJobs.webhooks.run(later);
    expect(await send(lost)).toMatchObject({ state: "delivered" });
    verify(secret);
    await later.close();
    await lost.close();
  });
});
