import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createMailWorker, isBulkMail } from "#server/mails.ts";
import { createApp } from "#server/open-app.ts";
import { createJobs } from "#server/platform/jobs/jobs.ts";
import { createMailTransport } from "#server/platform/mail/mail-transport.ts";
import { startTestSmtpServer, type TestSmtpServer } from "#server/platform/mail/test-smtp-server.ts";
import { buildDeal } from "#server/sample/build-deal.ts";
import { buildEvent } from "#server/sample/build-event.ts";
import { buildInvestor } from "#server/sample/build-investor.ts";
import { buildAdmin, buildMember, type Person } from "#server/sample/builders.ts";
import { takeMails } from "#tests/support/queued-mails.ts";
import { readCsvRecords } from "#tests/support/read-csv.ts";
import { setDeals } from "#tests/support/set-deals.ts";
import { silentLog } from "#tests/support/silent-log.ts";
import { openTestApp } from "#tests/support/test-app.ts";
import { jobs as messageJobs } from "./index.ts";

const signedAt = new Date("2026-01-11T08:00:00Z");
const noon = new Date("2026-01-13T12:00:00Z");
/** The last moment of London's day on which a statement of `signedAt` ends, and the first of the next. */
const lastMoment = new Date("2027-01-10T23:59:59Z");
const lapsed = new Date("2027-01-11T00:00:00Z");
let now = noon;
let server: TestSmtpServer;
let running: { stop(): Promise<void> }[] = [];

const club = await openTestApp({ now: () => now, hasLastingSessions: true });
const owen = await buildAdmin(club.db, { full_name: "Owen Pryce" });
const amara = await buildAdmin(club.db, { full_name: "Amara Okafor" });
const [admin, second] = [await club.as(owen), await club.as(amara)];
await setDeals(club.db);
await sql`insert into club_settings (key, value)
  values ('emails', '{"dkim_selector": null, "bulk_mails_per_minute": 60000}'),
         ('newsletter', '{"mode": "list", "agreement": "Letters."}')
  on conflict (key) do update set value = excluded.value`.execute(club.db);

beforeEach(async () => {
  now = noon;
  server = await startTestSmtpServer();
});
afterEach(async () => {
  await Promise.all(running.map((jobs) => jobs.stop()));
  running = [];
  await server.stop();
  await sql`truncate message_mails, messages, mail_refusals, notice_choices, mail_consents, newsletter_subscriptions, bulk_mail_pace, notices, auth.rate_limits`.execute(
    club.db,
  );
  await sql`delete from pgboss.job where name in ('mail', 'bulk-mail', 'message-mails', 'message-start')`.execute(
    club.db,
  );
});

const pace = { pollSeconds: 0.5, firstRetrySeconds: 1, longestRetrySeconds: 1, retriesWhenRefused: 1 };

/** A process that sends. */
async function work() {
  const jobs = createJobs({
    address: club.address,
    log: silentLog,
    definitions: messageJobs,
    pace,
    jobPace: { pollSeconds: 0.5, retrySeconds: 1 },
    isBulk: ({ template }) => isBulkMail(template),
  });
  await jobs.start();
  const sendMail = createMailTransport({ smtpUrl: server.url, dataDir: "/nowhere", printLink: false, log: silentLog });
  await jobs.workMail(createMailWorker({ ...club, sendMail, log: silentLog }));
  await jobs.work({ ...club, log: silentLog });
  running.push(jobs);
}

const written = {
  kind: "club",
  purpose: null,
  subject: "The January supper",
  text: "Dear {first_name},\n\nthe supper is on Thursday.",
  audience: { members: true } as object,
  is_offer: false as boolean | null,
  not_offer_because: "An evening of the club." as string | null,
  deal_id: null as string | null,
  is_personal: false,
};
const only = (...people: readonly (Person | undefined)[]) => ({ people: people.map((person) => person?.id ?? "") });

/** Written, tested by its author, and left as a draft. */
async function draft(input: object = {}) {
  const { status, body } = await admin("POST", "/api/messages", { ...written, ...input });
  expect([status, body.code]).toEqual([201, undefined]);
  const tested = await admin("POST", `/api/messages/${body.id}/test`, { expected_version: body.version });
  expect(tested.status).toBe(200);
  await sql`delete from pgboss.job where name = 'mail'`.execute(club.db);
  return tested.body;
}
const act = (id: string, action: string, body?: object, as = admin) =>
  as("POST", `/api/messages/${id}/${action}`, body);
const countOf = async (input: object) =>
  (await admin("POST", "/api/messages/audience", { kind: "club", deal_id: null, ...input })).body;

async function started(input: object, as = admin) {
  const message = await draft(input);
  const { kind, audience, deal_id } = message;
  if (kind === "offer") {
    expect((await act(message.id, "submit")).status).toBe(200);
    expect((await act(message.id, "approve", { expected_version: message.version }, second)).status).toBe(200);
  }
  const { count } = await countOf({ kind, audience, deal_id });
  const answer = await act(message.id, "start", { expected_count: count }, as);
  expect([answer.status, answer.body.code]).toEqual([200, undefined]);
  return answer.body;
}

const read = async (id: string) => (await admin("GET", `/api/messages/${id}`)).body;
const settled = (id: string, expected: object) =>
  expect.poll(async () => (await read(id)).states, { timeout: 30_000 }).toMatchObject(expected);
const recipients = () => server.mails.flatMap((mail) => mail.recipients).toSorted();
const addresses = (...people: readonly (Person | undefined)[]) =>
  people.map((person) => person?.email ?? "").toSorted();
const members = (count: number) => Promise.all(Array.from({ length: count }, () => buildMember(club.db)));
const auditOf = async (id: string) => (await club.auditOf(id, "kind")).map(({ kind }) => kind);

async function investors(count: number) {
  const people = await Promise.all(
    Array.from({ length: count }, () => buildInvestor(club.db, { signed_at: signedAt })),
  );
  for (const { id } of people) await agree(id);
  return people;
}
const agree = (user_id: string) =>
  club.db.insertInto("mail_consents").values({ user_id, kind: "deal_release", agreed_at: noon }).execute();
const openDeal = () =>
  buildDeal(club.db, { state: "released", at: signedAt, terms: { closes_at: new Date("2027-06-01T10:00:00Z") } });
const offer = (dealId: string, people: readonly Person[]) => ({
  kind: "offer",
  subject: "A word about the round",
  text: "The founders have answered.",
  audience: only(...people),
  is_offer: true,
  not_offer_because: null,
  deal_id: dealId,
});

describe("POST /messages/audience", () => {
  it("finds members by plan, by event, by what they lack, by name, and combines these", async () => {
    const [ada, ben, cat] = await Promise.all([buildMember(club.db), buildMember(club.db), buildMember(club.db)]);
    const event = await buildEvent(club.db);
    await sql`insert into memberships (user_id, tier, from_date, reason, set_by)
      values (${ada?.id}, 'vip', '2026-01-01', 'x', ${owen.id})`.execute(club.db);
    await sql`insert into event_answers (event_id, user_id, state, answered_at)
      values (${event.id}, ${ben?.id}, 'going', ${noon})`.execute(club.db);
    const three = only(ada, ben, cat);
    const counted = async (...parts: object[]) => (await countOf({ audience: { all_of: [three, ...parts] } })).count;
    expect(await counted({ members: true })).toBe(3);
    expect(await counted({ tiers: ["vip"] })).toBe(1);
    expect(await counted({ tiers: ["trial"] })).toBe(2);
    expect(await counted({ event: event.id, answers: ["going", "waiting"] })).toBe(1);
    expect(await counted({ no_answer_to: event.id })).toBe(2);
    expect(await counted({ missing: "statement" })).toBe(3);
    expect(await counted({ any_of: [{ tiers: ["vip"] }, { event: event.id, answers: ["going"] }] })).toBe(2);
    expect((await countOf({ audience: { all_of: [three], except: only(cat) } })).count).toBe(2);
  });

  it("never finds people who are suspended, have ended, were rejected, or wait for approval", async () => {
    const [kept, suspended, ended, pending] = await members(4);
    await sql`update user_roles set suspended_at = now() where user_id = ${suspended?.id}`.execute(club.db);
    await sql`update user_roles set ended_at = now() where user_id = ${ended?.id}`.execute(club.db);
    await sql`update user_roles set status = 'pending', approved_at = null where user_id = ${pending?.id}`.execute(
      club.db,
    );
    const found = await countOf({ audience: only(kept, suspended, ended, pending) });
    expect([found.count, found.dropped]).toEqual([1, []]);
  });

  it("says who does not get an offer, and why, before anything is sent", async () => {
    const deal = await openDeal();
    const [willing, unwilling] = await investors(2);
    const without = await buildMember(club.db, { full_name: "Jonas Weber" });
    await sql`update mail_consents set withdrawn_at = agreed_at where user_id = ${unwilling?.id}`.execute(club.db);
    const found = await countOf({ kind: "offer", deal_id: deal.id, audience: only(willing, unwilling, without) });
    expect(found.count).toBe(1);
    expect(found.dropped).toEqual([
      { reason: "no_consent", people: 1, names: [expect.any(String)] },
      { reason: "statement_required", people: 1, names: ["Jonas Weber"] },
    ]);
  });
});

describe("Writing a message", () => {
  it("a text that names a field which no message has is refused at its field", async () => {
    const { status, body } = await admin("POST", "/api/messages", { ...written, text: "You owe {dues_left}." });
    expect([status, body.code, body.detail]).toEqual([422, "unknown_field", "There is no field {dues_left}."]);
    expect(body.errors).toEqual([{ path: "text", message: "There is no field {dues_left}." }]);
  });

  it("a text that names a company whose deal is open is about an offer", async () => {
    await openDeal();
    const { status, body } = await admin("POST", "/api/messages", { ...written, text: "Look at Alder Analytics." });
    expect([status, body.errors?.[0]?.path]).toEqual([422, "is_offer"]);
  });

  it("an offer never goes to the newsletter’s list", async () => {
    const deal = await openDeal();
    const { status, body } = await admin("POST", "/api/messages", {
      ...offer(deal.id, []),
      purpose: null,
      is_personal: false,
      audience: { newsletter: true },
    });
    expect([status, body.code]).toEqual([422, "offer_to_public"]);
  });

  it("a draft that another admin has changed is not overwritten", async () => {
    const message = await draft();
    const change = (as: typeof admin, subject: string) =>
      as("PUT", `/api/messages/${message.id}`, { ...written, subject, expected_version: message.version });
    expect((await change(second, "Second")).status).toBe(200);
    const { status, body } = await change(admin, "First");
    expect([status, body.code, body.record.subject]).toEqual([409, "revision_conflict", "Second"]);
  });

  it("a draft can be deleted, and what was sent cannot", async () => {
    const one = await draft();
    expect((await admin("DELETE", `/api/messages/${one.id}`)).status).toBe(200);
    expect((await admin("GET", `/api/messages/${one.id}`)).status).toBe(404);
    const sent = await started({ audience: only(...(await members(1))) });
    expect((await admin("DELETE", `/api/messages/${sent.id}`)).body.code).toBe("message_finished");
  });
});

describe("Before a message is sent", () => {
  it("its author gets it as a test, with their own values", async () => {
    const { body } = await admin("POST", "/api/messages", { ...written, is_personal: true });
    const early = await act(body.id, "start", { expected_count: 1 });
    expect([early.status, early.body.code, early.body.detail]).toEqual([
      409,
      "preview_missing",
      "Send it to yourself first.",
    ]);
    await act(body.id, "test", { expected_version: body.version });
    const [mail] = await takeMails(club);
    expect([mail?.to, mail?.subject, mail?.senderName, mail?.replyTo]).toEqual([
      owen.email,
      "Test: The January supper",
      "Owen at Kindling",
      owen.email,
    ]);
    expect(mail?.text).toContain("Dear Owen,\n\nthe supper is on Thursday.");
  });

  it("a change makes the test void", async () => {
    const message = await draft({ audience: only(...(await members(1))) });
    await admin("PUT", `/api/messages/${message.id}`, { ...written, expected_version: message.version });
    expect((await act(message.id, "start", { expected_count: 1 })).body.code).toBe("preview_missing");
  });

  it("who has not said whether it is about an offer is asked", async () => {
    const message = await draft({ is_offer: null, not_offer_because: null });
    const { status, body } = await act(message.id, "start", { expected_count: 1 });
    expect([status, body.code, body.detail]).toEqual([422, "offer_unanswered", "Say whether this is about an offer."]);
  });

  it("another number of people than the author saw is refused, and nobody at all too", async () => {
    const message = await draft({ audience: only(...(await members(3))) });
    const other = await act(message.id, "start", { expected_count: 2 });
    expect([other.status, other.body.code, other.body.detail]).toEqual([
      409,
      "audience_changed",
      "It was 2 people when you looked, it is 3 now.",
    ]);
    const empty = await draft({ audience: { people: [crypto.randomUUID()] } });
    const nobody = await act(empty.id, "start", { expected_count: 0 });
    expect([nobody.status, nobody.body.code]).toEqual([422, "audience_empty"]);
  });

  it("an offer is approved by another admin than its author, and a change makes the approval void", async () => {
    const deal = await openDeal();
    const people = await investors(1);
    const message = await draft(offer(deal.id, people));
    expect((await act(message.id, "start", { expected_count: 1 })).body.code).toBe("second_person_required");
    await act(message.id, "submit");
    const own = await act(message.id, "approve", { expected_version: message.version });
    expect([own.status, own.body.code, own.body.reason]).toEqual([403, "second_person_required", "same_account"]);
    const approved = await act(message.id, "approve", { expected_version: message.version }, second);
    expect([approved.status, approved.body.approved_by_name]).toEqual([200, "Amara Okafor"]);
    const changed = await admin("PUT", `/api/messages/${message.id}`, {
      ...written,
      ...offer(deal.id, people),
      expected_version: message.version,
    });
    expect([changed.body.state, changed.body.approved_at]).toEqual(["draft", null]);
    expect(await auditOf(message.id)).toEqual([
      "message_written",
      "message_submitted",
      "message_approved",
      "message_changed",
    ]);
  });
});

describe("A message to members", () => {
  it("reaches each member once, with their name, a link to stop such mails, and a notice under the bell", async () => {
    const people = await members(3);
    const message = await started({
      audience: only(...people),
      text: "Dear {first_name|friend},\n\n- one\n- two\n\nSee https://club.example/a.",
    });
    await work();
    await settled(message.id, { waiting: 0, queued: 0, sending: 0, sent: 3 });
    expect(recipients()).toEqual(addresses(...people));
    await expect.poll(async () => (await read(message.id)).state).toBe("sent");
    const [mail] = server.mails;
    const header = (name: string) => mail?.headers.find(({ key }) => key === name)?.value ?? "";
    expect(header("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
    const post = /<(http[^>]+)>/.exec(header("list-unsubscribe"))?.[1] ?? "";
    const answer = await createApp(club).request(post, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "List-Unsubscribe=One-Click",
    });
    expect(answer.status).toBe(200);
    const choices = await club.db.selectFrom("notice_choices").select(["topic", "choice"]).execute();
    expect(choices).toEqual([{ topic: "messages", choice: "never" }]);
    expect(mail?.html).toContain('<a href="https://club.example/a"');
    expect(mail?.html).toMatch(/<ul[^>]*><li[^>]*>one<\/li><li[^>]*>two<\/li><\/ul>/);
    expect(mail?.text).toContain("- one\n- two");
    const notices = await club.db.selectFrom("notices").select(["user_id", "kind", "text"]).execute();
    expect(notices.map(({ user_id }) => user_id).toSorted()).toEqual(people.map(({ id }) => id).toSorted());
    expect(notices[0]).toMatchObject({ kind: "message_received", text: "The club writes: The January supper" });
  });

  it("writes a name as plain text, whatever it holds", async () => {
    const person = await buildMember(club.db, { full_name: "<b>Eve</b> [x](https://evil.example) {tier}" });
    const message = await started({ audience: only(person), text: "Dear {full_name}." });
    await work();
    await settled(message.id, { sent: 1 });
    expect(server.mails[0]?.html).toContain("&lt;b&gt;Eve&lt;/b&gt; [x](https://evil.example) {tier}");
    expect(server.mails[0]?.html).not.toContain('href="https://evil.example');
  });

  it("is in the archive of those who got it, and in no other", async () => {
    const [got, other] = await members(2);
    const message = await started({ audience: only(got) });
    const own = await (await club.as(got as Person))("GET", "/api/messages/mine");
    expect(own.body.items).toMatchObject([{ message_id: message.id, subject: "The January supper" }]);
    expect((await (await club.as(other as Person))("GET", "/api/messages/mine")).body.items).toEqual([]);
  });

  it("is not mailed to who turned such mails off, also while it is being sent, and still is under their bell", async () => {
    const [kept, before, during] = await members(3);
    const refuse = async (person?: Person) =>
      (await club.as(person as Person))("PUT", "/api/notice-choices/me", { topic: "messages", choice: "never" });
    await refuse(before);
    const message = await started({ audience: only(kept, before, during) });
    await refuse(during);
    await work();
    await settled(message.id, { sent: 1, dropped: 2 });
    expect(recipients()).toEqual(addresses(kept));
    expect((await read(message.id)).dropped).toEqual([{ reason: "turned_off", people: 2 }]);
    expect(await club.db.selectFrom("notices").select("user_id").execute()).toHaveLength(3);
  });

  it("is owed to everybody where it is a service message, without a header to unsubscribe", async () => {
    const [kept, refusing] = await members(2);
    await (await club.as(refusing as Person))("PUT", "/api/notice-choices/me", { topic: "messages", choice: "never" });
    const message = await started({ kind: "service", purpose: "rules", audience: only(kept, refusing) });
    await work();
    await settled(message.id, { sent: 2 });
    expect(server.mails[0]?.headers.some(({ key }) => key.startsWith("list-unsubscribe"))).toBe(false);
  });

  it("waits while it is paused, goes on when it is resumed, and ends when it is stopped", async () => {
    const people = await members(2);
    const message = await started({ audience: only(...people) });
    expect((await act(message.id, "pause")).body).toMatchObject({ state: "paused", can: { resume: true, stop: true } });
    await work();
    await settled(message.id, { waiting: 2, sent: 0 });
    expect((await act(message.id, "resume")).body.state).toBe("sending");
    await settled(message.id, { sent: 2 });
    await expect.poll(async () => (await read(message.id)).state).toBe("sent");
    expect((await act(message.id, "stop")).body.code).toBe("message_finished");
    const other = await started({ audience: only(...people) });
    await act(other.id, "pause");
    expect((await act(other.id, "stop")).body).toMatchObject({ state: "stopped", states: { stopped: 2 } });
  });

  it("that was planned starts at its time, with who is in the audience then", async () => {
    const [one, two] = await members(2);
    const message = await draft({ audience: only(one, two) });
    const at = new Date("2026-01-14T09:00:00Z");
    const late = await act(message.id, "schedule", { send_at: "2026-01-13T11:00:00Z", expected_count: 2 });
    expect([late.status, late.body.code]).toEqual([422, "send_at_past"]);
    const planned = await act(message.id, "schedule", { send_at: at.toISOString(), expected_count: 2 });
    expect([planned.body.state, planned.body.send_at]).toEqual(["scheduled", at.toISOString()]);
    await sql`update user_roles set suspended_at = now() where user_id = ${two?.id}`.execute(club.db);
    await messageJobs["message-start"].run({ ...club, log: silentLog }, { message_id: message.id });
    expect((await read(message.id)).state).toBe("scheduled");
    now = at;
    await messageJobs["message-start"].run({ ...club, log: silentLog }, { message_id: message.id });
    await work();
    await settled(message.id, { sent: 1 });
    expect(recipients()).toEqual(addresses(one));
  });

  it("is sent nobody twice when its process ends while sending, until an admin has it sent again", async () => {
    const people = await members(6);
    const message = await started({ audience: only(...people) });
    await sql`update message_mails set state = 'queued' where message_id = ${message.id}`.execute(club.db);
    const { rows } = await sql<{ id: string }>`
      select id from message_mails where message_id = ${message.id} order by id`.execute(club.db);
    for (const { id } of rows.slice(0, 2)) await sql`select claim_message_mail(${id}, ${now})`.execute(club.db);
    await club.asOwner(null, async (_tx, effects) => {
      for (const { id } of rows) effects.mail("message", { message_mail_id: id });
    });
    await work();
    await settled(message.id, { queued: 0, sending: 0, sent: 4, unknown: 2 });
    expect(new Set(recipients()).size).toBe(4);
    await expect.poll(async () => (await read(message.id)).state).toBe("sent");
    expect((await read(message.id)).can.settle_unknown).toBe(true);
    expect((await act(message.id, "settle-unknown")).body.state).toBe("sending");
    await settled(message.id, { sent: 6, unknown: 0 });
    expect(recipients()).toEqual(addresses(...people));
  });

  it("lists the address that the mail server refuses, to which the next message does not go", async () => {
    const gone = await buildMember(club.db, { email: `nobody-${crypto.randomUUID()}@mail.example` });
    const message = await started({ audience: only(gone) });
    await work();
    await settled(message.id, { failed: 1 });
    const { body } = await admin("GET", `/api/messages/${message.id}/recipients`);
    expect(body.items).toMatchObject([{ email: gone.email, state: "failed", reason: "550" }]);
    const csv = await admin("POST", `/api/messages/${message.id}/recipients.csv`);
    expect(await readCsvRecords(csv.body)).toMatchObject([
      { Email: gone.email, State: "Refused by the mail server", Why: "was refused by the mail server: 550" },
    ]);
    const asked = await countOf({ audience: only(gone) });
    expect(asked.dropped).toMatchObject([{ reason: "undeliverable", people: 1 }]);
    expect((await countOf({ kind: "service", audience: only(gone) })).count).toBe(1);
  });

  it("is in the list with what came of its mails, and can be copied for a chat", async () => {
    const message = await draft({ audience: only(...(await members(1))) });
    const { items } = (await admin("GET", "/api/messages?state=draft")).body;
    expect(items).toMatchObject([{ id: message.id, kind: "club", states: { sent: 0, dropped: 0, unknown: 0 } }]);
    expect((await admin("GET", `/api/messages/${message.id}/copy`)).body.text).toBe(
      "The January supper\n\nDear there,\n\nthe supper is on Thursday.",
    );
  });
});

describe("A message about an offer", () => {
  it("reaches who ticked such mails and has a statement as each leaves, with the warnings first, and is recorded", async () => {
    const deal = await openDeal();
    const people = await investors(2);
    const message = await started(offer(deal.id, people));
    now = lastMoment;
    await work();
    await settled(message.id, { sent: 2 });
    const text = server.mails[0]?.text ?? "";
    expect(text.indexOf("You could lose all the money you invest")).toBeGreaterThan(0);
    expect(text.indexOf("You could lose all")).toBeLessThan(text.indexOf("The founders have answered."));
    const deliveries = await club.db
      .selectFrom("deliveries")
      .select("channel")
      .where("subject_id", "=", message.id)
      .execute();
    expect(deliveries).toEqual([{ channel: "mail" }, { channel: "mail" }]);
    const notices = await club.db.selectFrom("notices").select(["kind", "text", "subject_id"]).execute();
    expect(notices[0]).toEqual({ kind: "message_offer", text: null, subject_id: deal.id });
    const own = await (await club.as(people[0] as Person))("GET", "/api/messages/mine");
    expect(own.body.items).toEqual([]);
    expect((await admin("GET", `/api/messages/${message.id}/copy`)).body.text).toBe(
      "There is news about a deal on the members’ site.",
    );
  });

  it("goes to nobody whose statement ended a second before it left", async () => {
    const deal = await openDeal();
    const message = await started(offer(deal.id, await investors(1)));
    now = lapsed;
    await work();
    await settled(message.id, { sent: 0, dropped: 1 });
    expect((await read(message.id)).dropped).toEqual([{ reason: "statement_expired", people: 1 }]);
    expect(server.mails).toEqual([]);
  });

  it("goes to nobody once the deal is closed", async () => {
    const deal = await openDeal();
    const message = await started(offer(deal.id, await investors(1)));
    now = new Date("2027-06-01T10:00:00Z");
    await work();
    await settled(message.id, { dropped: 1 });
    expect((await read(message.id)).dropped).toEqual([{ reason: "deal_not_open", people: 1 }]);
  });
});

describe("An edition of the newsletter", () => {
  const subscribe = async (email: string, confirmed_at: Date | null = noon) =>
    (
      await club.db
        .insertInto("newsletter_subscriptions")
        .values({ email, agreed_text: "Letters.", requested_at: noon, confirmed_at })
        .returning("id")
        .executeTakeFirstOrThrow()
    ).id;

  it("goes to subscriptions that are confirmed as it leaves, with the club, why, and a link to unsubscribe", async () => {
    await subscribe("reader@castell.example");
    await subscribe("waiting@castell.example", null);
    const leaving = await subscribe("leaving@castell.example");
    const message = await started({ kind: "newsletter", audience: { newsletter: true } });
    await sql`delete from newsletter_subscriptions where id = ${leaving}`.execute(club.db);
    await work();
    await settled(message.id, { sent: 1, dropped: 1 });
    expect(recipients()).toEqual(["reader@castell.example"]);
    const [mail] = server.mails;
    expect(mail?.text).toContain("because you subscribed to the newsletter of Kindling, and confirmed it");
    expect(mail?.text).toMatch(/Unsubscribe:\nhttp\S+unsubscribe-newsletter\?token=/);
    expect(mail?.text).toContain("Company number");
    const header = mail?.headers.find(({ key }) => key === "list-unsubscribe")?.value ?? "";
    const url = /<(http[^>]+)>/.exec(header)?.[1] ?? "";
    await createApp(club).request(url, { method: "POST", body: "List-Unsubscribe=One-Click" });
    expect(await club.db.selectFrom("newsletter_subscriptions").select("email").execute()).toEqual([
      { email: "waiting@castell.example" },
    ]);
  });
});

describe("The pace", () => {
  it("The pace of mails to many is shared by all processes, and saves nothing up", async () => {
    await sql`update club_settings set value = value || '{"bulk_mails_per_minute": 60}' where key = 'emails'`.execute(
      club.db,
    );
    const take = async () =>
      (await sql<{ wait: number }>`select take_bulk_mail_slot() as wait`.execute(club.db)).rows[0]?.wait ?? 0;
    const waits = [];
    for (let count = 0; count < 4; count++) waits.push(await take());
    await sql`update club_settings set value = value || '{"bulk_mails_per_minute": 60000}' where key = 'emails'`.execute(
      club.db,
    );
    expect(waits[0]).toBe(0);
    expect(waits[3]).toBeGreaterThan(2000);
    expect(waits[3]).toBeLessThanOrEqual(3000);
  });
});
