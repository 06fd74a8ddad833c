import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createMailWorker } from "#server/mails.ts";
import { createJobs } from "#server/platform/jobs/jobs.ts";
import { createMailTransport } from "#server/platform/mail/mail-transport.ts";
import { startTestSmtpServer, type TestSmtpServer } from "#server/platform/mail/test-smtp-server.ts";
import { buildDeal } from "#server/sample/build-deal.ts";
import { buildInvestor } from "#server/sample/build-investor.ts";
import { buildAdmin, type Person } from "#server/sample/builders.ts";
import { buildCall, buildQuestion } from "#server/sample/sample-questions.ts";
import { checklistItems } from "#shared/deals/deal-messages.ts";
import { approveVersion, releaseDeal } from "#tests/support/past-the-lists.ts";
import { setDeals } from "#tests/support/set-deals.ts";
import { silentLog } from "#tests/support/silent-log.ts";
import { openTestApp } from "#tests/support/test-app.ts";
import { dealJobs } from "./jobs.ts";

const signedAt = new Date("2026-01-11T08:00:00Z");
const noon = new Date("2026-01-13T12:00:00Z");
/** The last day of a statement of `signedAt` is over. */
const lapsed = new Date("2027-01-11T00:00:00Z");
let now = noon;
let server: TestSmtpServer;
let running: { stop(): Promise<void> }[] = [];

const club = await openTestApp({ now: () => now, hasLastingSessions: true });
const owen = await buildAdmin(club.db, { full_name: "Owen Pryce" });
const admin = await club.as(owen);
await setDeals(club.db);
beforeEach(async () => {
  now = noon;
  server = await startTestSmtpServer();
});
afterEach(async () => {
  await Promise.all(running.map((jobs) => jobs.stop()));
  running = [];
  await server.stop();
  await sql`delete from pgboss.job where name in ('mail', 'deal-mails')`.execute(club.db);
  await sql`update mail_consents set withdrawn_at = agreed_at`.execute(club.db);
});

/** Members who agreed to such mails, each with a statement of signedAt or of the moment given. */
async function investors(count: number, { signed = () => signedAt }: { signed?: (index: number) => Date } = {}) {
  const people = await Promise.all(
    Array.from({ length: count }, (_, index) => buildInvestor(club.db, { signed_at: signed(index) })),
  );
  await club.db
    .insertInto("mail_consents")
    .values(
      people.flatMap(({ id }) =>
        (["deal_release", "deal_reminder", "deal_call"] as const).map((kind) => ({
          user_id: id,
          kind,
          agreed_at: noon,
        })),
      ),
    )
    .execute();
  return people;
}

/** Open for a year and a half, unless it is said otherwise. */
async function release(closes_at = new Date("2027-06-01T10:00:00Z")): Promise<{ id: string; version_id: string }> {
  const deal = await buildDeal(club.db, { state: "approved", at: signedAt, terms: { closes_at } });
  await releaseDeal(club, deal.id);
  return deal;
}

const pace = { pollSeconds: 0.5, firstRetrySeconds: 1, longestRetrySeconds: 1, retriesWhenRefused: 1 };

/** A process that sends. */
async function work({ smtpUrl = server.url }: { smtpUrl?: string } = {}) {
  const jobs = createJobs({
    address: club.address,
    log: silentLog,
    definitions: dealJobs,
    pace,
    jobPace: { pollSeconds: 0.5, retrySeconds: 1 },
  });
  await jobs.start();
  const sendMail = createMailTransport({ smtpUrl, dataDir: "/nowhere", printLink: false, log: silentLog });
  await jobs.workMail(createMailWorker({ ...club, sendMail, log: silentLog }));
  await jobs.work({ ...club, log: silentLog });
  running.push(jobs);
  return jobs;
}

const mailings = async (id: string) => (await admin("GET", `/api/deals/${id}/mailings`)).body;
const auditOf = async (id: string, kind: string) =>
  (await club.auditOf(id, "kind", "details")).filter((row) => row.kind === kind).map(({ details }) => details);
/** The newest. */
const mailing = async (id: string) => (await mailings(id)).items[0];
const settled = (id: string, expected: object) =>
  expect.poll(async () => (await mailing(id)).states, { timeout: 30_000 }).toMatchObject(expected);
const recipients = () => server.mails.flatMap((mail) => mail.recipients).toSorted();
const addresses = (people: readonly Person[]) => people.map(({ email }) => email).toSorted();
const noticesAbout = ({ id }: { id: string }) =>
  club.db.selectFrom("notices").select(["user_id", "kind"]).where("subject_id", "=", id).orderBy("user_id").execute();
const toEach = (people: readonly (Person | undefined)[], kind: string) =>
  people.map((person) => ({ user_id: person?.id ?? "", kind })).toSorted((a, b) => (a.user_id < b.user_id ? -1 : 1));
const deliveriesOf = async (versionId: string) => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from deliveries where deal_version_id = ${versionId} and channel = 'mail'`.execute(
    club.db,
  );
  return rows[0]?.count;
};

describe("A release", () => {
  it("A release tells each member who agreed once, with warnings first and a way to stop, and records it", async () => {
    const [mina, ...others] = await investors(3);
    const deal = await release();
    await work();
    await settled(deal.id, { waiting: 0, queued: 0, sending: 0, sent: 3 });
    expect(recipients()).toEqual(addresses([mina as Person, ...others]));
    const mail = server.mails.find(({ recipients: [to] }) => to === mina?.email);
    expect(mail?.subject).toBe("A deal is open: Alder Analytics");
    const text = mail?.text ?? "";
    expect(text.indexOf("You could lose all the money you invest")).toBeGreaterThan(0);
    expect(text.indexOf("You could lose all")).toBeLessThan(text.indexOf("Forecasts how many vets"));
    expect(text).not.toMatch(/£|sort code|account number/i);
    const header = (name: string) => mail?.headers.find(({ key }) => key === name)?.value;
    expect(header("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
    expect(header("list-unsubscribe")).toContain("/api/mail-consents/one-click?token=");
    expect(await deliveriesOf(deal.version_id)).toBe(3);
  });

  it("A release mails those who agree when the mail leaves, and tells everybody who sees the deal under the bell", async () => {
    const [atOnce, unwilling, changed] = await investors(3);
    const refuse = async (person: Person | undefined) =>
      (await club.as(person as Person))("PUT", "/api/notice-choices/me", { topic: "deal_release", choice: "never" });
    await refuse(unwilling);
    const deal = await release();
    const { states } = await mailing(deal.id);
    expect(states).toMatchObject({ waiting: 2 });
    await refuse(changed);
    await work();
    await settled(deal.id, { waiting: 0, queued: 0, sending: 0, sent: 1, dropped: 1 });
    expect(recipients()).toEqual(addresses([atOnce as Person]));
    expect((await mailing(deal.id)).dropped).toEqual([{ reason: "has not agreed to such emails", people: 1 }]);
    expect(await noticesAbout(deal)).toEqual(
      expect.arrayContaining(toEach([atOnce, unwilling, changed], "deal_opened")),
    );
    expect(await deliveriesOf(deal.version_id)).toBe(1);
  });

  it("Nobody is told that a deal is open once commitments have ended, though the mail was queued before", async () => {
    await investors(2);
    const deal = await release(new Date("2026-01-18T10:00:00Z"));
    now = new Date("2026-01-18T10:00:00Z");
    await work();
    await settled(deal.id, { sent: 0, dropped: 2 });
    expect((await mailing(deal.id)).dropped).toEqual([
      { reason: "would have been told of a deal that is no longer open", people: 2 },
    ]);
  });

  it("A release drops members whose statement ended, who changed their mind or were suspended before the mail left", async () => {
    const [kept, expired, unwilling, suspended] = await investors(4, {
      signed: (index) => (index === 1 ? signedAt : new Date("2026-01-12T08:00:00Z")),
    });
    const deal = await release();
    now = lapsed;
    await sql`update mail_consents set withdrawn_at = agreed_at where user_id = ${unwilling?.id}`.execute(club.db);
    await sql`update user_roles set suspended_at = now() where user_id = ${suspended?.id}`.execute(club.db);
    await work();
    await settled(deal.id, { sent: 1, dropped: 3 });
    expect(recipients()).toEqual(addresses([kept as Person]));
    expect((await mailing(deal.id)).dropped).toEqual([
      { reason: "is suspended, or not in the club any more", people: 1 },
      { reason: "has not agreed to such emails", people: 1 },
      { reason: "has a statement that has ended", people: 1 },
    ]);
    expect(expired).toBeDefined();
    expect(await deliveriesOf(deal.version_id)).toBe(1);
  });

  it("A release sends nobody two mails when its process ends while sending, and says whose mail is unknown", async () => {
    const people = await investors(12);
    const deal = await release();
    // Half of them are claimed and handed over when the process ends without telling so.
    await sql`update deal_mails set state = 'queued' where state = 'waiting'`.execute(club.db);
    const { rows } = await sql<{ id: string; email: string }>`
      select m.id, u.email from deal_mails m join auth.users u on u.id = m.user_id
       where m.user_id = any(${people.map(({ id }) => id)}) order by m.id`.execute(club.db);
    for (const { id } of rows.slice(0, 6)) await sql`select claim_deal_mail(${id}, ${now})`.execute(club.db);
    await club.asOwner(null, async (_tx, effects) => {
      for (const { id } of rows) effects.mail("deal-mail", { deal_mail_id: id });
    });
    await work();
    await settled(deal.id, { queued: 0, sending: 0, sent: 6, unknown: 6 });
    const left = rows.slice(6).map(({ email }) => email);
    expect(recipients()).toEqual(left.toSorted());
    expect(await deliveriesOf(deal.version_id)).toBe(12);
  });

  it("A release mails again when the mail server refuses or is away, and then once only", async () => {
    const people = await investors(2);
    const deal = await release();
    const { port } = server;
    await server.stop();
    await work({ smtpUrl: `smtp://127.0.0.1:${port}` });
    await expect.poll(async () => (await mailing(deal.id)).states.queued, { timeout: 30_000 }).toBe(2);
    server = await startTestSmtpServer(port);
    await settled(deal.id, { sent: 2 });
    expect(recipients()).toEqual(addresses(people));
    expect(await deliveriesOf(deal.version_id)).toBe(2);
  });

  it("A release waits while it is paused, goes on when it is resumed, and ends when it is stopped", async () => {
    const people = await investors(3);
    const deal = await release();
    const { id: mailing_id } = await mailing(deal.id);
    const change = (action: string) => admin("POST", `/api/deals/${deal.id}/mailings/${mailing_id}/${action}`);
    const paused = await change("pause");
    expect(paused.body.items[0]).toMatchObject({ state: "paused", can: { pause: false, resume: true, stop: true } });
    await work();
    await settled(deal.id, { waiting: 3, sent: 0 });
    expect(recipients()).toEqual([]);
    expect((await change("pause")).body.code).toBe("mailing_closed");
    expect((await change("resume")).status).toBe(200);
    await settled(deal.id, { sent: 3 });
    expect(recipients()).toEqual(addresses(people));
    expect((await change("stop")).body.items[0]).toMatchObject({
      state: "stopped",
      can: { resume: false, stop: false },
    });
    expect((await change("resume")).body.code).toBe("mailing_closed");
    expect(await auditOf(deal.id, "deal_mailing_changed")).toEqual([
      { to: "paused" },
      { to: "sending" },
      { to: "stopped" },
    ]);
    const other = await release();
    expect((await admin("POST", `/api/deals/${other.id}/mailings/${mailing_id}/resume`)).status).toBe(404);
  });
});

describe("GET /deals/{id}/mailings", () => {
  it("counts the members whom the release would notify, and those left out by the reason", async () => {
    const { id } = await buildDeal(club.db, { state: "approved", at: signedAt });
    const [before] = (await mailings(id)).next;
    const people = await investors(5);
    await sql`update mail_consents set withdrawn_at = agreed_at where user_id = ${people[0]?.id}`.execute(club.db);
    await sql`update investor_records set country = 'FR' where user_id = ${people[1]?.id}`.execute(club.db);
    const { next, items, notice } = await mailings(id);
    const [after] = next;
    const people_of = (counts: typeof after, reason: string) =>
      counts.left_out.find((row: { reason: string }) => row.reason === reason)?.people ?? 0;
    const added = (reason: string) => people_of(after, reason) - people_of(before, reason);
    expect(after).toMatchObject({ kind: "release", call_id: null });
    expect(after.eligible - before.eligible).toBe(3);
    expect([added("have not agreed to such emails"), added("lives in a country that is not allowed")]).toEqual([1, 1]);
    expect(items).toEqual([]);
    expect(notice).toBe("A new deal is open on the members' site.");
  });
});

/** A deal that was released, with nobody told of it. */
const openDeal = () => buildDeal(club.db, { state: "released", at: signedAt });
const start = (id: string, call_id: string | null = null) => admin("POST", `/api/deals/${id}/mailings`, { call_id });
const interested = (deal: { id: string }, person: Person | undefined, level: string) =>
  sql`insert into deal_interests (deal_id, record_id, level, updated_at)
      select ${deal.id}, id, ${level}, ${now} from investor_records where user_id = ${person?.id}`.execute(club.db);

describe("POST /deals/{id}/mailings", () => {
  it("sends one reminder to those who agreed, none to those who said the deal is not for them, even once queued", async () => {
    const [kept, refused, changed, unwilling] = await investors(4);
    const deal = await openDeal();
    await interested(deal, refused, "not_for_me");
    await sql`update mail_consents set withdrawn_at = agreed_at
                 where user_id = ${unwilling?.id} and kind = 'deal_reminder'`.execute(club.db);
    const { next } = await mailings(deal.id);
    expect(next.map(({ kind }: { kind: string }) => kind)).toContain("release");
    const { status, body } = await start(deal.id);
    expect([status, body.items[0]]).toMatchObject([201, { kind: "reminder", states: { waiting: 2 } }]);
    expect(await auditOf(deal.id, "deal_mailing_started")).toEqual([{ kind: "reminder" }]);
    expect(await noticesAbout(deal)).toContainEqual({ user_id: kept?.id, kind: "deal_closes_soon" });
    await interested(deal, changed, "not_for_me");
    await work();
    await settled(deal.id, { waiting: 0, queued: 0, sending: 0, sent: 1, dropped: 1 });
    expect(recipients()).toEqual(addresses([kept as Person]));
    expect(server.mails[0]?.subject).toBe("Still open: Alder Analytics");
    expect((await start(deal.id)).body.code).toBe("mailing_closed");
    const header = server.mails[0]?.headers.find(({ key }) => key === "list-unsubscribe")?.value ?? "";
    await club.visitor("POST", `/api/mail-consents/one-click?token=${/token=([^>]+)/.exec(header)?.[1]}`);
    const mine = await club.as(kept as Person);
    const { items } = (await mine("GET", "/api/notice-choices/me")).body;
    expect(items).toContainEqual({ topic: "deal_reminder", choice: "never" });
    expect(items).toContainEqual({ topic: "deal_release", choice: "mail" });
  });

  it("invites to a call that is ahead, and drops mails that have not left when the call is cancelled", async () => {
    const people = await investors(2);
    const deal = await openDeal();
    const call = (day: string) =>
      buildCall(club.db, {
        deal_id: deal.id,
        starts_at: new Date(`${day}T18:00:00Z`),
        join_url: "https://video.example",
      });
    const [first, second, past] = [await call("2026-01-14"), await call("2026-01-15"), await call("2026-01-12")];
    expect((await start(deal.id, past.id)).body.code).toBe("deal_not_open");
    const cancel = () =>
      sql`update deal_calls set cancelled_reason = 'The founder is ill.' where id = ${second.id}`.execute(club.db);
    expect((await start(deal.id, second.id)).status).toBe(201);
    await cancel();
    await work();
    await settled(deal.id, { sent: 0, dropped: 2 });
    expect((await mailing(deal.id)).dropped).toEqual([
      { reason: "would have been told of a call that is cancelled or over", people: 2 },
    ]);
    expect((await start(deal.id, second.id)).body.code).toBe("deal_not_open");
    expect((await start(deal.id, first.id)).status).toBe(201);
    expect((await start(deal.id, first.id)).body.code).toBe("mailing_closed");
    await settled(deal.id, { sent: 2 });
    expect(recipients()).toEqual(addresses(people));
    expect(server.mails[0]?.subject).toBe("A call with the founders of Alder Analytics");
    expect(server.mails[0]?.text).toContain("14 January 2026, 18:00");
    expect(server.mails[0]?.text).not.toContain("video.example");
  });

  it("starts nothing for a deal that is not open", async () => {
    const deal = await buildDeal(club.db, { state: "approved", at: signedAt });
    expect((await start(deal.id)).body.code).toBe("deal_not_open");
  });
});

describe("Answers", () => {
  it("Answers are mailed once to their followers, in one mail an hour, after a version with them was approved", async () => {
    const [asker, follower, stranger, inTheApp] = await investors(4);
    await sql`update mail_consents set withdrawn_at = agreed_at where user_id = ${inTheApp?.id}`.execute(club.db);
    const deal = await openDeal();
    const ask = (question: string) =>
      buildQuestion(club.db, {
        deal_id: deal.id,
        record_id: asker?.record_id ?? "",
        question,
        asked_at: now,
        answer: "They can export it.",
        answered_at: now,
        followers: [follower?.record_id ?? "", inTheApp?.record_id ?? ""],
      });
    await ask("What happens to a practice’s data?");
    await ask("Why did the two practices leave?");
    const told = async () => {
      await club.asOwner(null, async (_tx, effects) => effects.schedule("deal-answers", {}, now));
      await expect
        .poll(async () => {
          const { rows } =
            await sql`select from pgboss.job where name = 'deal-answers' and state < 'completed'`.execute(club.db);
          return rows.length;
        })
        .toBe(0);
    };
    await work();
    await told();
    expect((await mailings(deal.id)).items).toEqual([]);
    const frozen = await admin("POST", `/api/deals/${deal.id}/versions`, { checklist: checklistItems });
    expect(frozen.status).toBe(201);
    await told();
    expect((await mailings(deal.id)).items).toEqual([]);
    await approveVersion(club, deal.id);
    const { rows: scheduled } = await sql`
      select start_after from pgboss.job where name = 'deal-answers' order by created_on desc limit 1`.execute(club.db);
    expect(scheduled).toEqual([{ start_after: new Date("2026-01-13T13:00:00Z") }]);
    await settled(deal.id, { waiting: 0, queued: 0, sending: 0, sent: 2 });
    expect(recipients()).toEqual(addresses([asker as Person, follower as Person]));
    expect(recipients()).not.toContain(stranger?.email);
    expect(server.mails[0]?.subject).toBe("Answers about Alder Analytics");
    expect(server.mails[0]?.text).not.toContain("They can export it.");
    await told();
    expect((await mailings(deal.id)).items).toHaveLength(1);
    const { rows } = await sql`select from deliveries d join deal_versions v on v.id = d.deal_version_id
                                where d.channel = 'answer' and v.deal_id = ${deal.id}`.execute(club.db);
    expect(rows).toHaveLength(2);
    expect(await noticesAbout(deal)).toEqual(toEach([asker, follower, inTheApp], "deal_answered"));
  });
});
