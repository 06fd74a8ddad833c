import { sql } from "kysely";
import type { Database } from "#server/platform/db/connect.ts";
import { buildDeal } from "#server/sample/build-deal.ts";
import { buildInvestor } from "#server/sample/build-investor.ts";
import type { Person } from "#server/sample/builders.ts";
import { sampleAccounts } from "#server/sample/sample-club.ts";
import { buildManyCommitments, buildReceiptOfEach } from "#tests/support/many-commitments.ts";
import { setDeals } from "#tests/support/set-deals.ts";
import { fillPortfolio } from "./fill-portfolio.ts";

const day = 24 * 60 * 60 * 1000;
const daysAgo = (days: number) => new Date(Date.now() - days * day);

export interface Rooms {
  /** The members have the sample's password; the first has a portfolio and notices. */
  members: (Person & { password: string })[];
  /** Open. */
  dealId: string;
  termsId: string;
  /** The deal has a receipt for each row. */
  ledgerDealId: string;
}

/** So many members were shown a deal, were told of it, hold shares of their own, and have paid for another one. */
export async function fillRooms(db: Database, rows: number): Promise<Rooms> {
  await setDeals(db, { cooling_off_hours: 0 });
  const { password } = sampleAccounts.member;
  const { password_hash } = await db
    .selectFrom("auth.users as u")
    .innerJoin("auth.accounts as a", "a.user_id", "u.id")
    .select((columns) => columns.ref("a.password").$notNull().as("password_hash"))
    .where("u.email", "=", sampleAccounts.member.email)
    .executeTakeFirstOrThrow();
  const members: Rooms["members"] = [];
  for (const place of [1, 2, 3, 4, 5, 6]) {
    const given = { full_name: `Ines Marlow ${"I".repeat(place)}`, password_hash, signed_at: daysAgo(5) };
    members.push({ ...(await buildInvestor(db, given)), password });
  }
  const deal = await buildDeal(db, { at: daysAgo(3) });
  const ledgerDeal = await buildManyCommitments(db, rows);
  await fillInvestors(db, rows);
  await sql`
    insert into deliveries (record_id, statement_id, signed_on, valid_through, channel, subject_id, deal_version_id, delivered_at)
    select s.record_id, s.id, s.signed_on, s.valid_through, 'page', ${deal.version_id}, ${deal.version_id}, now() - interval '1 day'
      from statements s join investor_records r on r.id = s.record_id join auth.users u on u.id = r.user_id
     where u.email like 'room-%'`.execute(db);
  await sql`
    insert into notices (user_id, kind, subject_id, created_at)
    select u.id, 'company_update_published', null, now() - n * interval '1 hour'
      from auth.users u, generate_series(1, 10) n where u.email like 'room-%' or u.id = ${members[0]?.id}`.execute(db);
  await fillPortfolio(db, members[0]?.email ?? "");
  await sql`
    with companies as (
      insert into typed_companies (user_id, name) select id, 'Held by one' from auth.users where email like 'room-%'
      returning id, user_id)
    insert into typed_holdings (user_id, company_id, shares, share_class, price, cost_pence, fee_pence, scheme, issued_on)
    select user_id, id, 1000, 'Ordinary', 1.24, 124000, 0, 'SEIS', '2021-02-02' from companies`.execute(db);
  await buildReceiptOfEach(db, ledgerDeal.id);
  // Autovacuum would do this in time.
  await sql`vacuum analyze`.execute(db);
  return { members, dealId: deal.id, termsId: deal.terms_id, ledgerDealId: ledgerDeal.id };
}

/** Members whose statements count, who agreed to mails about deals. */
export async function fillInvestors(db: Database, count: number): Promise<void> {
  await sql`
    with people as (
      insert into auth.users (email, name, email_verified)
      select 'room-' || n || '@members.example', 'Investor ' || n, true from generate_series(1, ${count}::int) n
      returning id, name),
    roles as (
      insert into user_roles (user_id, role, status, requested_at, approved_at)
      select id, 'member', 'approved', now(), now() from people),
    consents as (
      insert into mail_consents (user_id, kind, agreed_at, way) select id, 'deal_release', now(), 'mail' from people),
    records as (insert into investor_records (user_id, legal_name, country) select id, name, 'GB' from people returning id)
    insert into statements (record_id, form_id, signed_at, page_sha256, state, live_from)
    select id, (select form_id from statements limit 1), ${daysAgo(5)}, repeat('a', 64), 'live', ${daysAgo(5)} from records`.execute(
    db,
  );
}
