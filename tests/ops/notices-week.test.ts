import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { connectDatabase } from "#server/platform/db/connect.ts";
import { startTestSmtpServer } from "#server/platform/mail/test-smtp-server.ts";
import { buildDeal } from "#server/sample/build-deal.ts";
import { buildInvestor } from "#server/sample/build-investor.ts";
import { fromLondonTime } from "#shared/london-time.ts";
import { setDeals } from "../support/set-deals.ts";
import { prepareStage } from "./support/stage.ts";
import { call, signInAsAdmin } from "./support/visitor.ts";

const { folder, spawn, startOperatorsPostgres } = prepareStage();
const dayMs = 24 * 60 * 60 * 1000;
const numbers = Array.from({ length: 240 }, (_, index) => index);
const soon = { timeout: 60_000, interval: 50 };

/** What each chose, by their number; every fifth has handed in no profile. */
const wantsWeekly = (n: number) => n % 3 !== 0;
const handedIn = (n: number) => n % 5 !== 0;
const wantsDeals = (n: number) => n % 4 === 0;
const addresses = (wanted: (n: number) => boolean) =>
  numbers
    .filter(wanted)
    .map((n) => `busy-${n}@members.example`)
    .toSorted();

it("Members in a busy week get the mails of their table, one weekly at most, none twice, though a process dies", async () => {
  const server = await startTestSmtpServer();
  const postgres = await startOperatorsPostgres();
  const clockFile = join(folder(), "clock");
  const [thisDay = ""] = new Date().toISOString().split("T");
  const toMonday = ((8 - new Date(thisDay).getUTCDay()) % 7) + 7;
  const dayOf = (after: number) =>
    new Date(Date.parse(thisDay) + (toMonday + after) * dayMs).toISOString().slice(0, 10);
  const settings = {
    ...postgres.settings,
    SMTP_URL: server.url,
    CLOCK_FILE: clockFile,
    NODE_OPTIONS: `--import ${pathToFileURL("tests/ops/support/set-clock.mjs").href}`,
  };
  let clubs: ReturnType<typeof spawn>[] = [];
  const setClock = (after: number, time: string) => {
    writeFileSync(clockFile, String(fromLondonTime(dayOf(after), time).getTime() - Date.now()));
    for (const { process } of clubs) process.kill("SIGUSR2");
  };
  setClock(-1, "12:00");
  const first = spawn(settings);
  const url = await first.url();
  const second = spawn(settings);
  await second.url();
  clubs = [first, second];
  const { db, close } = connectDatabase(postgres.endpoint, 2);
  await buildMembers(db, fromLondonTime(dayOf(-2), "10:00"));
  await setDeals(db);

  const inbox = (subject: RegExp) =>
    server.mails
      .filter((mail) => subject.test(mail.subject ?? ""))
      .map(({ recipients }) => recipients[0] ?? "")
      .filter((address) => address.startsWith("busy-"))
      .toSorted();
  const weekly = /^What waits for you/;
  const startMails = () =>
    sql`insert into pgboss.job (name, data) values ('notice-mails', '{}'), ('notice-mails', '{}')`.execute(db);
  const isQuiet = async () => {
    const { rows } = await sql<{ left: number }>`select count(*)::int as left from pgboss.job
      where name in ('mail', 'notice-mails', 'deal-mails') and state in ('created', 'retry', 'active')`.execute(db);
    return rows[0]?.left;
  };
  const settle = () => expect.poll(isQuiet, soon).toBe(0);

  setClock(0, "08:02");
  await startMails();
  await settle();
  const wantAction = (n: number) => !handedIn(n) && wantsWeekly(n);
  expect(inbox(weekly)).toEqual(addresses(wantAction));

  setClock(1, "10:00");
  const cookie = await signInAsAdmin(url);
  const { rows: submissions } = await sql<{ id: string }>`
    select s.id from member_profile_submissions s join auth.users u on u.id = s.user_id where u.email like 'busy-%'`.execute(
    db,
  );
  for (const { id } of submissions) {
    expect((await call(url, `POST /api/member-profile-submissions/${id}/approve`, {}, cookie)).status).toBe(200);
  }
  await settle();
  const approved = /^Your profile is in the member directory/;
  expect(inbox(approved)).toEqual(addresses(handedIn));

  setClock(2, "11:00");
  const deal = await buildDeal(db, { state: "approved", at: fromLondonTime(dayOf(1), "09:00") });
  await sql`insert into pgboss.job (name, data) values ('deal-clock', ${JSON.stringify({ deal_id: deal.id })}::jsonb)`.execute(
    db,
  );
  const stateOfDeal = async () =>
    (await db.selectFrom("deals").select("state").where("id", "=", deal.id).executeTakeFirst())?.state;
  await expect.poll(stateOfDeal, soon).toBe("released");
  // The queue goes by the clock of PostgreSQL, which is not moved.
  await sql`update pgboss.job set start_after = now() where name = 'deal-mails'`.execute(db);
  await settle();
  const released = /^A deal is open/;
  expect(inbox(released)).toEqual(addresses(wantsDeals));
  const { rows: notices } = await sql<{ email: string }>`
    select u.email from notices n join auth.users u on u.id = n.user_id
     where n.kind = 'deal_opened' and u.email like 'busy-%'`.execute(db);
  expect(notices.map(({ email }) => email).toSorted()).toEqual(addresses(() => true));

  for (const after of [2, 4, 6]) {
    setClock(after, "08:30");
    await startMails();
    await settle();
  }
  expect(inbox(/./)).toHaveLength(inbox(weekly).length + inbox(approved).length + inbox(released).length);

  server.mails.length = 0;
  setClock(7, "08:02");
  const expected = addresses(wantAction);
  await startMails();
  await expect.poll(() => inbox(weekly).length, { timeout: 60_000, interval: 2 }).toBeGreaterThan(expected.length / 4);
  first.process.kill("SIGKILL");
  expect(await first.ended).toBe("SIGKILL");
  // Its active jobs come back to the others after some minutes.
  await sql`update pgboss.job set state = 'retry', start_after = now() where state = 'active'`.execute(db);
  clubs = [second, spawn(settings)];
  await clubs[1]?.url();
  await startMails();
  await settle();

  const recipients = inbox(/./);
  expect(recipients).toEqual(inbox(weekly));
  expect(server.mails.filter(({ text }) => text?.includes("A deal was opened to members"))).toEqual([]);
  expect(new Set(recipients).size).toBe(recipients.length);
  const { rows } = await sql<{ state: string; count: number }>`
    select m.state, count(*)::int as count from notice_mails m join auth.users u on u.id = m.user_id
     where u.email like 'busy-%' and m.day = ${dayOf(7)} group by m.state`.execute(db);
  const { sent = 0, unknown = 0, ...other } = Object.fromEntries(rows.map(({ state, count }) => [state, count]));
  expect(Object.keys(other)).toEqual(["empty"]);
  expect(sent + unknown).toBe(expected.length);
  // The outcome of mails under way at the kill is unknown; they are a batch at most.
  expect(unknown).toBeLessThanOrEqual(5);
  expect(expected.filter((address) => !recipients.includes(address)).length).toBeLessThanOrEqual(unknown);
  expect(recipients.filter((address) => !expected.includes(address))).toEqual([]);
  await close();
  await server.stop();
});

/** Approved members with a statement and their choices, most of whom have handed in a profile. */
async function buildMembers(db: ReturnType<typeof connectDatabase>["db"], signedAt: Date): Promise<void> {
  // Its statement brings the form.
  await buildInvestor(db, { signed_at: signedAt });
  const people = numbers.map((n) => ({
    email: `busy-${n}@members.example`,
    wants_deals: wantsDeals(n),
    wants_weekly: wantsWeekly(n),
    handed_in: handedIn(n),
  }));
  await sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(people)}::jsonb)
        as p (email text, wants_deals boolean, wants_weekly boolean, handed_in boolean)
    ), people as (
      insert into auth.users (email, name, email_verified) select email, 'Busy Member', true from given returning id, email
    ), roles as (
      insert into user_roles (user_id, role, status, approved_at) select id, 'member', 'approved', now() from people
    ), choices as (
      insert into notice_choices (user_id, topic, choice, chosen_at)
      select id, 'weekly', 'never', now() from people join given using (email) where not wants_weekly
    ), answers as (
      -- The club's example events would wait for an answer of everybody.
      insert into event_answers (event_id, user_id, state, answered_at)
      select e.event_id, p.id, 'not_going', now() from people p cross join event_places e
    ), consents as (
      insert into mail_consents (user_id, kind, agreed_at)
      select id, 'deal_release', ${signedAt}::timestamptz from people join given using (email) where wants_deals
    ), records as (
      insert into investor_records (user_id, legal_name, country) select id, 'Busy Member', 'GB' from people returning id
    ), signed as (
      insert into statements (record_id, form_id, signed_at, page_sha256, state, live_from)
      select r.id, f.id, ${signedAt}::timestamptz, repeat('a', 64), 'live', ${signedAt}::timestamptz
        from records r cross join (select id from statement_forms limit 1) f
    )
    insert into member_profile_submissions (user_id, full_name)
    select id, 'Busy Member' from people join given using (email) where handed_in`.execute(db);
}
