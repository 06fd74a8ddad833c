import { sql } from "kysely";
import { expect, it } from "vitest";
import { connectDatabase } from "#server/platform/db/connect.ts";
import { startTestSmtpServer } from "#server/platform/mail/test-smtp-server.ts";
import { buildDeal } from "#server/sample/build-deal.ts";
import { ownDatabase } from "./support/database.ts";
import { prepareStage } from "./support/stage.ts";
import { call, signInAsAdmin } from "./support/visitor.ts";

const { sampleClubFolder, spawn } = prepareStage();
const members = Number(process.env.DEAL_MAILS ?? 12_000);
const soon = { timeout: 600_000, interval: 200 };

it(`Of ${members} members told of a deal, those with a current statement get one mail each, despite a kill`, async () => {
  const server = await startTestSmtpServer();
  const settings = { DATA_DIR: sampleClubFolder(), SMTP_URL: server.url };
  const club = spawn(settings);
  const url = await club.url();
  const cookie = await signInAsAdmin(url);
  let database = connectDatabase(ownDatabase(settings.DATA_DIR), 2);
  await buildInvestors(database.db, members);
  const deal = await buildDeal(database.db, { state: "approved" });
  await sql`insert into pgboss.job (name, data) values ('deal-clock', ${JSON.stringify({ deal_id: deal.id })}::jsonb)`.execute(
    database.db,
  );
  const listMailings = async () =>
    (await call(url, `GET /api/deals/${deal.id}/mailings`, undefined, cookie)).body.items as { id: string }[];
  await expect.poll(async () => (await listMailings()).length, soon).toBe(1);
  const mailing = `/api/deals/${deal.id}/mailings/${(await listMailings())[0]?.id}`;
  expect((await call(url, `POST ${mailing}/pause`, undefined, cookie)).status).toBe(200);

  // A third of them, while their mails wait.
  await sql`update statements s set state = 'withdrawn', ended_at = now() - interval '1 second'
     from investor_records r join auth.users u on u.id = r.user_id
    where r.id = s.record_id and u.email like 'investor-%' and substring(u.email from '[0-9]+')::int % 3 = 0`.execute(
    database.db,
  );
  expect((await call(url, `POST ${mailing}/resume`, undefined, cookie)).status).toBe(200);
  const told = () =>
    server.mails
      .filter(({ subject }) => subject?.startsWith("A deal is open"))
      .map(({ recipients }) => recipients[0] ?? "");
  const willing = members - Math.floor(members / 3);
  await expect.poll(() => told().length, soon).toBeGreaterThan(willing / 2);
  club.process.kill("SIGKILL");
  expect(await club.ended).toBe("SIGKILL");
  await database.close();
  const before = told().length;
  expect(before).toBeLessThan(willing);

  await spawn(settings).url();
  database = connectDatabase(ownDatabase(settings.DATA_DIR), 2);
  const left = async () => {
    const { rows } = await sql<{ state: string; count: number }>`
      select state, count(*)::int as count from deal_mails m join auth.users u on u.id = m.user_id
       where u.email like 'investor-%' group by state order by state`.execute(database.db);
    return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
  };
  await expect
    .poll(async () => {
      const { sent = 0, dropped = 0, unknown = 0 } = await left();
      return sent + dropped + unknown;
    }, soon)
    .toBe(members);

  const { dropped, sent = 0, unknown = 0 } = await left();
  const recipients = told().filter((address) => address.startsWith("investor-"));
  expect(dropped).toBe(members - willing);
  expect(new Set(recipients).size).toBe(recipients.length);
  expect(recipients.filter((address) => Number(/\d+/.exec(address)?.[0]) % 3 === 0)).toEqual([]);
  // The outcome of mails under way at the kill is unknown; they are a batch at most.
  expect(unknown).toBeLessThanOrEqual(5);
  expect(recipients.length).toBeGreaterThanOrEqual(sent);
  expect(recipients.length).toBeLessThanOrEqual(sent + unknown);
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from deliveries where deal_version_id = ${deal.version_id} and channel = 'mail'
     and record_id in (select r.id from investor_records r join auth.users u on u.id = r.user_id where u.email like 'investor-%')`.execute(
    database.db,
  );
  expect(rows[0]?.count).toBe(sent + unknown);
  await database.close();
  await server.stop();
}, 1_200_000);

/** Approved members with a statement of yesterday who agreed to such mails. */
async function buildInvestors(db: ReturnType<typeof connectDatabase>["db"], count: number): Promise<void> {
  await sql`
    with people as (
      insert into auth.users (email, name, email_verified)
      select 'investor-' || n || '@members.example', 'Investor ' || n, true from generate_series(1, ${count}::int) as n
      returning id
    ), roles as (
      insert into user_roles (user_id, role, status, approved_at) select id, 'member', 'approved', now() from people
    ), consents as (
      insert into mail_consents (user_id, kind, way, agreed_at) select id, 'deal_release', 'mail', now() from people
    ), records as (
      insert into investor_records (user_id, legal_name, country) select id, 'Mina Castell', 'GB' from people returning id
    )
    insert into statements (record_id, form_id, signed_at, page_sha256, state, live_from)
    select r.id, f.id, now() - interval '1 day', repeat('a', 64), 'live', now() - interval '1 day'
      from records r cross join (select id from statement_forms limit 1) f`.execute(db);
  await sql`analyze`.execute(db);
}
