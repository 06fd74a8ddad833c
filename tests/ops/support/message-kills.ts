import { setTimeout as wait } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import { expect } from "vitest";
import { connectDatabase } from "#server/platform/db/connect.ts";
import type { DB } from "#server/platform/db/database.generated.ts";
import { startTestSmtpServer } from "#server/platform/mail/test-smtp-server.ts";
import { buildDeal } from "#server/sample/build-deal.ts";
import type { ClubProcess } from "./club-process.ts";
import type { Stage } from "./stage.ts";
import { call, signInAsAdmin } from "./visitor.ts";

interface Killing {
  members: number;
  kills: number;
  /** Processes that send at once. */
  processes: number;
}

const clubSubject = "The January supper";
const offerSubject = "A word about the round";

/**
 * Sends a message of the club and one about an offer while processes are killed at random moments, and compares what arrived, as a
 * library reads it that we did not write, with the rows of each. A third of the people have a statement that ended, a tenth turned
 * mails of the club off, and another tenth does so while the mails leave.
 */
export async function sendMessagesThroughKills(stage: Stage, { members, kills, processes }: Killing): Promise<void> {
  const smtp = await startTestSmtpServer();
  const postgres = await stage.startOperatorsPostgres("sample club");
  const settings = { ...postgres.settings, SMTP_URL: smtp.url };
  const clubs: ClubProcess[] = Array.from({ length: processes }, () => stage.spawn(settings));
  const url = await (clubs[0] as ClubProcess).url();
  const cookie = await signInAsAdmin(url);
  const { db, close } = connectDatabase(postgres.endpoint, 2);
  await buildInvestors(db, members);
  await sql`insert into club_settings (key, value) values ('emails', '{"dkim_selector": null, "bulk_mails_per_minute": 60000}')
    on conflict (key) do update set value = excluded.value`.execute(db);
  const deal = await buildDeal(db, { state: "released" });

  const written = { purpose: null, is_personal: false, audience: { members: true } };
  const club = {
    ...written,
    kind: "club",
    subject: clubSubject,
    text: "Dear {first_name}, it is on Thursday.",
    is_offer: false,
  };
  const offer = { ...written, kind: "offer", subject: offerSubject, text: "The founders answered.", is_offer: true };
  const ids = [
    await start({ ...club, not_offer_because: "An evening.", deal_id: null }),
    await start({ ...offer, not_offer_because: null, deal_id: deal.id }),
  ];
  // These change their mind, or their statement ends, while the mails wait.
  await sql`insert into notice_choices (user_id, topic, choice, chosen_at)
    select id, 'messages', 'never', now() from auth.users
     where email like 'investor-%' and substring(email from '[0-9]+')::int % 10 = 2`.execute(db);
  await sql`update statements s set state = 'withdrawn', ended_at = now() - interval '1 second'
     from investor_records r join auth.users u on u.id = r.user_id
    where r.id = s.record_id and u.email like 'investor-%' and substring(u.email from '[0-9]+')::int % 3 = 0`.execute(
    db,
  );

  const told = (subject: string) =>
    smtp.mails
      .filter((mail) => mail.subject === subject)
      .map(({ recipients }) => recipients[0] ?? "")
      .filter((address) => address.startsWith("investor-"));
  const makeDue = () =>
    // At night too, when such mails wait for the morning.
    sql`update pgboss.job set start_after = now() where name = 'bulk-mail' and state in ('created', 'retry')
      and start_after > now()`.execute(db);
  const arrivedAtAll = async () => {
    await makeDue();
    return smtp.mails.length;
  };
  await expect.poll(arrivedAtAll, { timeout: 120_000, interval: 500 }).toBeGreaterThan(members / 100);
  for (let kill = 0; kill < kills; kill++) {
    await wait(Math.random() * 1000);
    const victim = Math.floor(Math.random() * processes);
    clubs[victim]?.process.kill("SIGKILL");
    expect(await clubs[victim]?.ended).toBe("SIGKILL");
    const next = stage.spawn(settings);
    clubs[victim] = next;
    await next.url();
  }

  const unsettled = async () => {
    await makeDue();
    // What a killed process held is tried again once its time is over, which is made to pass.
    await sql`update pgboss.job set started_on = started_on - interval '10 minutes'
      where name = 'bulk-mail' and state = 'active' and started_on < now() - interval '20 seconds'`.execute(db);
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from message_mails where state in ('waiting', 'queued', 'sending')`.execute(db);
    return rows[0]?.count;
  };
  await expect.poll(unsettled, { timeout: 2_400_000, interval: 2000 }).toBe(0);

  let unknown = 0;
  for (const [index, subject] of [clubSubject, offerSubject].entries()) {
    const report = await statesOf(ids[index] ?? "");
    const arrived = told(subject);
    const isEligible = (n: number) => (subject === offerSubject ? n % 3 !== 0 : n % 10 !== 1 && n % 10 !== 2);
    const eligible = Array.from({ length: members }, (_, n) => n + 1).filter(isEligible).length;
    unknown += report.unknown ?? 0;
    // Nobody gets two, and nobody gets what they turned off, or may not be told.
    expect(new Set(arrived).size).toBe(arrived.length);
    expect(arrived.filter((address) => !isEligible(Number(/\d+/.exec(address)?.[0])))).toEqual([]);
    // The others get one, but for those of whom it is not known.
    expect((report.sent ?? 0) + (report.unknown ?? 0)).toBe(eligible);
    expect(report.dropped).toBe(members - eligible);
    expect(arrived.length).toBeGreaterThanOrEqual(report.sent ?? 0);
    expect(arrived.length).toBeLessThanOrEqual(eligible);
    const { body } = await call(
      await (clubs[0] as ClubProcess).url(),
      `GET /api/messages/${ids[index]}`,
      undefined,
      cookie,
    );
    expect(body.state).toBe("sent");
  }
  // A killed process had a batch of five.
  expect(unknown).toBeLessThanOrEqual(5 * kills);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from deliveries d join investor_records r on r.id = d.record_id
      join auth.users u on u.id = r.user_id where d.subject_id = ${ids[1]} and u.email like 'investor-%'`.execute(db);
  const offered = await statesOf(ids[1] ?? "");
  expect(rows[0]?.count).toBe((offered.sent ?? 0) + (offered.unknown ?? 0));
  await close();
  await smtp.stop();

  async function start(input: object): Promise<string> {
    const { body } = await call(url, "POST /api/messages", input, cookie);
    const { kind, audience, deal_id } = body;
    const tested = await call(url, `POST /api/messages/${body.id}/test`, { expected_version: 1 }, cookie);
    expect(tested.status).toBe(200);
    // Another admin of the sample club would have to wait a week.
    await sql`update messages set state = 'in_review', approved_at = now() where id = ${body.id} and kind = 'offer'`.execute(
      db,
    );
    const found = await call(url, "POST /api/messages/audience", { kind, audience, deal_id }, cookie);
    const started = await call(
      url,
      `POST /api/messages/${body.id}/start`,
      { expected_count: found.body.count },
      cookie,
    );
    expect([started.status, started.body.code]).toEqual([200, undefined]);
    return body.id;
  }

  async function statesOf(id: string): Promise<Record<string, number>> {
    const { rows } = await sql<{ state: string; count: number }>`
      select m.state, count(*)::int as count from message_mails m join auth.users u on u.id = m.user_id
       where m.message_id = ${id} and u.email like 'investor-%' group by m.state`.execute(db);
    return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
  }
}

/** Approved members with a statement of yesterday who agreed to mails of deals; a tenth turned the club's messages off. */
export async function buildInvestors(db: Kysely<DB>, count: number): Promise<void> {
  await sql`
    with people as (
      insert into auth.users (email, name, email_verified)
      select 'investor-' || n || '@members.example', 'Investor ' || n, true from generate_series(1, ${count}::int) as n
      returning id, email
    ), roles as (
      insert into user_roles (user_id, role, status, approved_at) select id, 'member', 'approved', now() from people
    ), consents as (
      insert into mail_consents (user_id, kind, way, agreed_at) select id, 'deal_release', 'mail', now() from people
    ), choices as (
      insert into notice_choices (user_id, topic, choice, chosen_at)
      select id, 'messages', 'never', now() from people where substring(email from '[0-9]+')::int % 10 = 1
    ), records as (
      insert into investor_records (user_id, legal_name, country) select id, 'Mina Castell', 'GB' from people returning id
    )
    insert into statements (record_id, form_id, signed_at, page_sha256, state, live_from)
    select r.id, f.id, now() - interval '1 day', repeat('a', 64), 'live', now() - interval '1 day'
      from records r cross join (select id from statement_forms limit 1) f`.execute(db);
  await sql`analyze`.execute(db);
}
