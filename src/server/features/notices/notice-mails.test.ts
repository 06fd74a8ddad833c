import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createMailWorker } from "#server/mails.ts";
import { createJobs } from "#server/platform/jobs/jobs.ts";
import { createMailTransport } from "#server/platform/mail/mail-transport.ts";
import { startTestSmtpServer, type TestSmtpServer } from "#server/platform/mail/test-smtp-server.ts";
import { buildEvent } from "#server/sample/build-event.ts";
import { buildInvestor } from "#server/sample/build-investor.ts";
import {
  buildAdmin,
  buildMember,
  buildPeople,
  buildPerson,
  buildSubmission,
  type Person,
} from "#server/sample/builders.ts";
import type { NoticeChoice, NoticeTopic } from "#shared/notices/notice-topics.ts";
import { buildHeldCompany, buildUpdate } from "#tests/support/build-company-update.ts";
import { buildFirstAdmin } from "#tests/support/build-first-admin.ts";
import { takeMails } from "#tests/support/queued-mails.ts";
import { silentLog } from "#tests/support/silent-log.ts";
import { createTestApp, type TestApp } from "#tests/support/test-app.ts";
import { startNoticeMails } from "./notice-mails.ts";

/** A Monday, 08:00 in London. */
const monday = new Date("2026-11-23T08:00:00Z");
const minute = 60 * 1000;
const day = 24 * 60 * minute;
const later = (ms: number) => new Date(monday.getTime() + ms);

let club: TestApp;
let clock: Date;
beforeEach(async () => {
  clock = monday;
  club = await createTestApp({ now: () => clock });
});
afterEach(() => club.close());

const tick = () => startNoticeMails(club);
const choose = ({ id }: Person, topic: NoticeTopic, choice: NoticeChoice) =>
  club.db.insertInto("notice_choices").values({ user_id: id, topic, choice, chosen_at: clock }).execute();
const sent = async () =>
  (await takeMails(club))
    .map(({ to, subject }) => `${to}: ${subject}`)
    .toSorted((one, other) => one.localeCompare(other));
const statesOf = async (kind: "daily" | "weekly") =>
  (await club.db.selectFrom("notice_mails").select("state").where("kind", "=", kind).orderBy("state").execute()).map(
    ({ state }) => state,
  );

describe("The weekly mail", () => {
  it("The weekly mail names waiting tasks with links, no deal or amount, and goes to nobody for whom nothing waits", async () => {
    const ending = await buildInvestor(club.db, { signed_at: new Date("2025-12-10T10:00:00Z") });
    const withProfile = await buildMember(club.db);
    await tick();
    const mails = await takeMails(club);
    const mine = mails.find(({ to }) => to === ending.email);
    expect(mine?.subject).toBe("What waits for you at Kindling");
    expect(mine?.text).toContain("Sign your investor statement again: it ends on 9 December 2026");
    expect(mine?.text).toContain("/#/members?tab=account&view=sign");
    expect(mine?.text).not.toMatch(/£|open deal/i);
    expect(mails.filter(({ to }) => to === withProfile.email)).toEqual([]);
  });

  it("The weekly mail names events of the next days to answer and an offered place, to their audience", async () => {
    const [member, offered] = [await buildMember(club.db), await buildMember(club.db)];
    const event = await buildEvent(club.db, { title: "Autumn tasting", date: "2026-12-03" });
    await buildEvent(club.db, { title: "Spring walk", date: "2027-04-03" });
    const offered_until = later(2 * day);
    await club.db
      .insertInto("event_answers")
      .values({ event_id: event.id, user_id: offered.id, state: "offered", answered_at: clock, offered_until })
      .execute();
    await tick();
    const mails = await takeMails(club);
    const textTo = ({ email }: Person) => mails.find(({ to }) => to === email)?.text;
    expect(textTo(member)).toContain("Say whether you come to Autumn tasting by 3 December 2026");
    expect(textTo(member)).toContain("/#/members?tab=events");
    expect(textTo(member)).not.toContain("Spring walk");
    expect(textTo(offered)).toContain("Take the place that is free for you at Autumn tasting by 25 November 2026");
    expect(textTo(offered)).not.toContain("Say whether you come");
  });

  it("The weekly mail names who waits for its reader's answer, while that can be given, and not to the asker", async () => {
    const [asker, asked] = [await buildMember(club.db, { full_name: "Thora Lind" }), await buildMember(club.db)];
    const ask = (from: Person, to: Person, asked_at: Date, expires_at: Date) =>
      club.db
        .insertInto("introductions")
        .values({
          asker_id: from.id,
          asked_id: to.id,
          message: "May I ask about your time at sea?",
          asked_at,
          expires_at,
        })
        .execute();
    await ask(asker, asked, clock, later(30 * day));
    await ask(asked, asker, later(-31 * day), later(-day));
    await tick();
    const mails = await takeMails(club);
    const text = mails.find(({ to }) => to === asked.email)?.text;
    expect(text).toContain("Answer Thora Lind, who asks for an introduction by 23 December 2026");
    expect(text).toContain("/#/members?tab=directory&view=introductions");
    expect(mails.filter(({ to }) => to === asker.email)).toEqual([]);
  });

  it("The weekly mail starts on Monday at 08:00 in London, also in summer, and at no other time", async () => {
    const person = await buildPerson(club.db, { status: "approved" });
    const [onSunday, early, inTheAfternoon, onTuesday] = [-day, -minute, 5 * 60 * minute, day] as const;
    for (const moved of [onSunday, early, inTheAfternoon, onTuesday]) {
      clock = later(moved);
      await tick();
      expect(await sent(), clock.toISOString()).toEqual([]);
    }
    clock = new Date("2026-07-06T07:00:00Z");
    await tick();
    expect(await sent()).toEqual([`${person.email}: What waits for you at Kindling`]);
  });

  it("The weekly mail does not come to those who want none, are suspended, or wait for their approval", async () => {
    const refusing = await buildPerson(club.db, { status: "approved" });
    await choose(refusing, "weekly", "never");
    await buildPerson(club.db, { status: "pending" });
    const suspended = await buildPerson(club.db, { status: "approved" });
    await club.db
      .updateTable("user_roles")
      .set({ suspended_at: clock, standing_reason: "x" })
      .where("user_id", "=", suspended.id)
      .execute();
    await tick();
    expect(await sent()).toEqual([]);
  });

  it("The weekly mail starts once a week for each, by two processes at once, and again on the next Monday", async () => {
    const people = await Promise.all([1, 2, 3].map(() => buildPerson(club.db, { status: "approved" })));
    await Promise.all([tick(), tick()]);
    for (const ms of [10, 20, 30]) {
      clock = later(ms * minute);
      await tick();
    }
    const expected = people.map(({ email }) => `${email}: What waits for you at Kindling`).toSorted();
    expect(await sent()).toEqual(expected);
    clock = later(7 * day);
    await Promise.all([tick(), tick()]);
    expect(await sent()).toEqual(expected);
  });

  it("The weekly mail starts for everybody where they are more than are started at once", async () => {
    const wanted = 1001;
    await buildPeople(
      club.db,
      Array.from({ length: wanted }, () => ({ status: "approved" as const })),
    );
    await Promise.all([tick(), tick()]);
    expect(await statesOf("weekly")).toHaveLength(wanted);
  });

  it("The weekly mail is not sent again when the process ended while sending; a refused one is", async () => {
    await buildPerson(club.db, { status: "approved" });
    await tick();
    const { rows } = await sql<{ id: string }>`select id from notice_mails`.execute(club.db);
    await club.db.updateTable("notice_mails").set({ state: "sending" }).execute();
    expect(await sent()).toEqual([]);
    expect(await statesOf("weekly")).toEqual(["unknown"]);
    const request = { template: "weekly" as const, notice_mail_id: rows[0]?.id ?? "" };
    let tries = 0;
    const worker = createMailWorker({
      ...club,
      log: silentLog,
      sendMail: async () => {
        tries += 1;
        if (tries === 1) throw new Error("busy");
      },
    });
    const signal = new AbortController().signal;
    const work = () => worker({ id: rows[0]?.id ?? "", request, signal });
    await club.db.updateTable("notice_mails").set({ state: "queued" }).execute();
    await expect(work()).rejects.toThrow("busy");
    await work();
    await work();
    expect([tries, await statesOf("weekly")]).toEqual([2, ["sent"]]);
  });
});

describe("What waits for admins", () => {
  it("The daily mail of waiting tasks comes at 08:00, in one mail of all, and not when nothing waits", async () => {
    const admin = await buildFirstAdmin(club.db);
    await choose(admin, "weekly", "never");
    await tick();
    expect(await sent()).toEqual([]);
    expect(await statesOf("daily")).toEqual(["empty"]);
    for (const _ of [1, 2]) await buildPerson(club.db, { status: "pending" });
    await buildSubmission(club.db);
    clock = later(day);
    await Promise.all([tick(), tick()]);
    clock = later(day + 10 * minute);
    await tick();
    const mails = (await takeMails(club)).filter(({ to }) => to === admin.email);
    expect(mails.map(({ subject }) => subject)).toEqual(["3 things wait for an admin of Kindling"]);
    expect(mails[0]?.text).toContain("2 membership requests:\nhttp://127.0.0.1:3000/#/members?tab=admin&view=requests");
    expect(mails[0]?.text).toContain("1 profile to review:");
    expect(mails[0]?.unsubscribeUrl).toContain("/api/mail-consents/one-click?token=");
  });

  it("The daily mail goes to admins who can do the task: no statement to its signer, a proposal to another", async () => {
    const signer = await buildInvestor(club.db, { is_admin: true });
    const other = await buildAdmin(club.db);
    // Signed ones are never changed otherwise.
    for (const statement of [
      sql`alter table statements disable trigger user`,
      sql`update statements set state = 'in_review', live_from = null where record_id = ${signer.record_id}`,
      sql`alter table statements enable trigger user`,
    ])
      await statement.execute(club.db);
    const { id: company_id } = await buildHeldCompany(club.db, { records: [] });
    const given = { company_id, as_of: "2026-06-01" };
    await club.db
      .insertInto("share_prices")
      .values({ ...given, source: "A filing.", basis: "nil", price: "0", entered_by: signer.id })
      .execute();
    await tick();
    const mails = (await takeMails(club)).filter(({ template }) => template === "waiting");
    expect(mails.map(({ to }) => to)).toEqual([other.email]);
    expect(mails[0]?.text).toMatch(
      /Any admin can do this:\s+1 statement to review:\n\S+\s+You can do this\. Another admin who proposed, entered or signed it cannot:\s+1 price of shares to confirm:/,
    );
  });

  it("The daily mail has founders' updates that nobody published, the newest of a quarter", async () => {
    const admin = await buildAdmin(club.db);
    const other = await buildAdmin(club.db);
    const { id: company_id } = await buildHeldCompany(club.db, { records: [] });
    const update = { company_id, quarter: "2026-Q3" };
    for (const version of [1, 2]) await buildUpdate(club.db, { ...update, version, published_at: null });
    await buildUpdate(club.db, { company_id, quarter: "2026-Q2", published_at: null, author_id: admin.id });
    await buildUpdate(club.db, { company_id, quarter: "2026-Q1" });
    await tick();
    const mails = await takeMails(club);
    for (const { email } of [admin, other]) {
      const text = mails.find(({ to, template }) => to === email && template === "waiting")?.text;
      expect(text).toContain(
        "1 company’s update to publish:\nhttp://127.0.0.1:3000/#/members?tab=admin&view=companies",
      );
    }
  });

  it("Waiting tasks come at once to admins who want that, once for each task and bundled, and to others never", async () => {
    const [atOnce, never] = [await buildAdmin(club.db), await buildAdmin(club.db)];
    await choose(atOnce, "waiting", "mail");
    await choose(never, "waiting", "never");
    clock = later(day + 6 * 60 * minute);
    for (const _ of [1, 2]) await buildPerson(club.db, { status: "pending" });
    await Promise.all([tick(), tick()]);
    await tick();
    expect(await sent()).toEqual([`${atOnce.email}: 2 things wait for an admin of Kindling`]);
    const { id } = await buildPerson(club.db, { status: "pending" });
    await tick();
    expect(await sent()).toEqual([`${atOnce.email}: Something waits for an admin of Kindling`]);
    // A task that is done by the time the mail leaves is not told.
    await buildSubmission(club.db);
    await tick();
    await sql`update member_profile_submissions set status = 'rejected', reviewed_at = now()`.execute(club.db);
    expect(await sent()).toEqual([]);
    const admin = await club.as(never);
    expect((await admin("POST", `/api/membership-requests/${id}/reject`)).status).toBe(200);
    await tick();
    const told = await club.db.selectFrom("told_waiting").select("kind").execute();
    expect(told.map(({ kind }) => kind)).toEqual(["membership_request", "membership_request"]);
  });
});

describe("An address that refuses mails", () => {
  let server: TestSmtpServer;
  const running: { stop(): Promise<void> }[] = [];
  beforeEach(async () => {
    server = await startTestSmtpServer();
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((jobs) => jobs.stop()));
    await server.stop();
  });

  it("An address that refuses mails is told to its owner and admins, and forgotten with the first that arrives", async () => {
    const person = await buildMember(club.db, { email: "nobody@castell.example" });
    const mine = await club.as(person);
    const admin = await club.as(await buildAdmin(club.db));
    const sendMail = createMailTransport({
      smtpUrl: server.url,
      dataDir: "/nowhere",
      printLink: false,
      log: silentLog,
    });
    const worker = createMailWorker({ ...club, log: silentLog, sendMail });
    const request = { template: "password-changed" as const, user_id: person.id };
    const send = (id: string) => worker({ id, request, signal: new AbortController().signal });
    const ids = [1, 2, 3].map((n) => `019aa000-0000-7000-8000-00000000000${n}`);
    const undelivered = async () => (await mine("GET", "/api/notice-choices/me")).body.undelivered;
    // Each is tried twice.
    for (const id of ids.slice(0, 2)) for (const _ of [1, 2]) await expect(send(id)).rejects.toThrow();
    expect((await mine("GET", "/api/to-do")).body.items.map(({ kind }: { kind: string }) => kind)).toContain(
      "mail_refused",
    );
    await expect(send(ids[2] ?? "")).rejects.toThrow();
    expect(await undelivered()).toEqual({ mails: 3, since: monday.toISOString() });
    const shown = async () => (await admin("GET", `/api/people/${person.id}`)).body;
    expect(await shown()).toMatchObject({ mails_refused: 3, mail_answer: "550", can: { reset_mail_refusals: true } });
    await admin("POST", `/api/people/${person.id}/reset-mail-refusals`, { reason: "They mended it." });
    expect(await shown()).toMatchObject({ mails_refused: 0, can: { reset_mail_refusals: false } });
    await expect(send(ids[0] ?? "")).rejects.toThrow();
    expect((await shown()).mails_refused).toBe(1);
    await club.db
      .updateTable("auth.users")
      .set({ email: "right@castell.example" })
      .where("id", "=", person.id)
      .execute();
    await send(ids[2] ?? "");
    expect(server.mails).toHaveLength(1);
    expect(await undelivered()).toBeNull();
  });

  it("An owed mail has Reply-To of the club's settings and no header to unsubscribe", async () => {
    const person = await buildMember(club.db);
    const jobs = createJobs({
      address: club.address,
      log: silentLog,
      definitions: {},
      pace: { pollSeconds: 0.5, firstRetrySeconds: 1, longestRetrySeconds: 1, retriesWhenRefused: 1 },
    });
    running.push(jobs);
    await jobs.start();
    await club.asOwner(null, async (_tx, effects) => effects.mail("password-changed", { user_id: person.id }));
    const sendMail = createMailTransport({
      smtpUrl: server.url,
      dataDir: "/nowhere",
      printLink: false,
      log: silentLog,
    });
    await jobs.workMail(createMailWorker({ ...club, sendMail, log: silentLog }));
    await expect.poll(() => server.mails.length, { timeout: 10_000 }).toBe(1);
    const [mail] = server.mails;
    expect(mail?.replyTo).toEqual([{ name: "Kindling", address: "contact@kindling.example" }]);
    expect(mail?.headers.map(({ key }) => key)).not.toContain("list-unsubscribe");
  });
});
