import { randomBytes } from "node:crypto";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { Client } from "pg";
import { afterEach, expect, inject, it } from "vitest";
import { schemaOf } from "#tests/ops/support/club-content.ts";
import { asSuperuser } from "#tests/support/test-cluster.ts";
import { createTestDatabase } from "#tests/support/test-database.ts";
import { applySchema, isCurrent, readSchemaFiles } from "./apply-schema.ts";
import { type DatabaseEndpoint, pgOptions } from "./database-address.ts";
import { migrate, refuseWrongRights } from "./migrate.ts";

const left: (() => unknown)[] = [];
afterEach(async () => {
  for (const undo of left.splice(0).reverse()) await undo();
});

async function createEmptyDatabase(): Promise<DatabaseEndpoint> {
  const owner = inject("databaseOwner");
  const database = `test_${randomBytes(6).toString("hex")}`;
  await asSuperuser(owner, `create database ${database} owner ${owner.user}`);
  left.push(() => asSuperuser(owner, `drop database ${database}`));
  return { ...owner, database };
}

async function within<Result>(address: DatabaseEndpoint, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client(pgOptions(address));
  await client.connect();
  return work(client).finally(() => client.end());
}

const run = (address: DatabaseEndpoint, statement: string) => within(address, (client) => client.query(statement));

/** The schema of the last version without releases, and the names of its migrations. */
const before = gunzipSync(readFileSync("tests/support/data/schema-before-releases.sql.gz")).toString();

/** A copy of `db/`, to be changed. */
function copySchema(): string {
  const root = mkdtempSync(join(tmpdir(), "kindling-schema-"));
  left.push(() => rmSync(root, { recursive: true }));
  cpSync("db", join(root, "db"), { recursive: true });
  return root;
}

it("A database of the last version without releases gets the schema of a new one and keeps its rows", async () => {
  const [old, created] = [await createEmptyDatabase(), await createEmptyDatabase()];
  await run(old, before);
  await run(
    old,
    `with ada as (insert into auth.users (name, email, email_verified) values ('Ada', 'ada@mail.example', true) returning id)
     insert into member_profiles (user_id, full_name, bio) select id, 'Ada', 'Tab\t and £' from ada`,
  );
  await migrate(old, process.cwd());
  await migrate(created, process.cwd());
  expect(await schemaOf(old)).toEqual(await schemaOf(created));
  await refuseWrongRights(old);
  const { rows } = await run(old, "select full_name, bio from member_profiles");
  expect(rows).toEqual([{ full_name: "Ada", bio: "Tab\t and £" }]);
});

it("Nobody gets more emails than they chose when the choice that is left is the email", async () => {
  const old = await createEmptyDatabase();
  await run(old, before);
  await run(
    old,
    `with people as (
       insert into auth.users (name, email, email_verified)
       select name, name || '@mail.example', true from unnest('{ada,ben,cleo}'::text[]) as name returning id, name
     ), choices as (
       insert into notice_choices (user_id, topic, choice, chosen_at)
       select p.id, c.topic, c.choice, now() from people p
         join (values ('ada', 'events', 'here'), ('ada', 'companies', 'weekly'), ('ada', 'profile', 'never'),
                      ('ben', 'weekly', 'never'), ('ben', 'waiting', 'mail')) c (name, topic, choice) using (name)
     )
     insert into mail_consents (user_id, kind, way, agreed_at)
     select p.id, c.kind, c.way, now() from people p
       join (values ('ada', 'deal_release', 'mail'), ('ada', 'deal_call', 'mail'), ('ada', 'deal_answers', 'mail'),
                    ('ben', 'deal_release', 'weekly'), ('ben', 'deal_call', 'mail'), ('ben', 'deal_answers', 'here'),
                    ('cleo', 'deal_reminder', 'here'), ('cleo', 'deal_answers', 'mail')) c (name, kind, way) using (name)`,
  );
  await migrate(old, process.cwd());
  const choices = await run(
    old,
    "select name, topic, choice from notice_choices join auth.users u on u.id = user_id order by name, topic",
  );
  expect(choices.rows.map((row) => Object.values(row).join(" "))).toEqual([
    "ada companies never",
    "ada events never",
    "ben waiting mail",
    "ben weekly never",
  ]);
  const agreed = await run(
    old,
    "select name, kind from mail_consents join auth.users u on u.id = user_id where withdrawn_at is null order by 1, 2",
  );
  expect(agreed.rows.map((row) => Object.values(row).join(" "))).toEqual(["ada deal_call", "ada deal_release"]);
});

it("Deals keep when their commitments truly ended, and the reason of those that an admin closed early", async () => {
  const old = await createEmptyDatabase();
  await run(old, before);
  const opened = "2026-01-10T10:00Z";
  for (const [name, moved, reason] of [
    ["early", "2026-01-15T12:00Z", "'The round is full.'"],
    ["in time", "2026-01-19T09:00Z", "null"],
  ])
    await run(
      old,
      `with company as (insert into companies (name) values ('${name}') returning id),
       deal as (insert into deals (company_id, name, state, enquired_on, released_at)
                select id, '${name}', 'enquiry', '2026-01-01', '${opened}' from company returning id),
       terms as (
         insert into deal_terms (deal_id, number, scheme, instrument, share_class, rights, price, pre_money_pence, round_total_pence,
           club_minimum_pence, club_maximum_pence, minimum_commitment_pence, assurance, seis_raised_pence, schemes_raised_pence,
           schemes_raised_year_pence, use_of_funds, other_investors, club_invests, conflicts, vehicle, risks, allocation_method,
           priority_share_percent, priority_tiers, opens_at, priority_until, closes_at, completion_expected_on)
         select id, 1, 'none', 'ordinary_shares', 'x', 'x', 1, 100, 100, 100, 100, 100, 'none', 0, 0, 0, '[]', 'x', 'x', 'x', 'x',
           '[1, 2, 3, 4, 5]', 'pro_rata', 0, '{}', '${opened}', '${opened}', '2026-01-18T10:00Z', '2026-02-01' from deal
         returning deal_id, id),
       version as (
         insert into deal_versions (deal_id, number, terms_id, content, page, page_sha256, approved_at)
         select deal_id, 1, id, '{}', 'x', encode(sha256('x'), 'hex'), '${opened}' from terms)
       insert into deal_moves (deal_id, from_state, to_state, moved_at, reason)
       select id, 'released', 'closing', '${moved}'::timestamptz, ${reason} from deal`,
    );
  await run(old, "update deals set state = 'closing'");
  await migrate(old, process.cwd());
  const { rows } = await run(
    old,
    `select d.name, d.closed_at, a.instead_of, a.reason from deals d
       left join closing_announcements a on a.deal_id = d.id order by d.name`,
  );
  const end = new Date("2026-01-18T10:00Z");
  expect(rows).toEqual([
    { name: "early", closed_at: new Date("2026-01-15T12:00Z"), instead_of: end, reason: "The round is full." },
    { name: "in time", closed_at: end, instead_of: null, reason: null },
  ]);
});

it("Who signed a statement and has no name is called by the name of their record", async () => {
  const old = await createEmptyDatabase();
  await run(old, before);
  await run(
    old,
    `with people as (
       insert into auth.users (name, email, email_verified)
       values ('', 'carys@pugh.example', true), ('Ada', 'ada@mail.example', true), ('', 'unsigned@mail.example', true),
              ('', 'nia@mail.example', true) returning id, email
     ), profile as (
       insert into member_profiles (user_id, full_name, bio) select id, 'Nia', '' from people where email = 'nia@mail.example'
     ), form as (
       insert into statement_forms (kind, version_label, law_reference, content, sha256, valid_from, is_sample)
       values ('high_net_worth', '1', 'x', '{}', repeat('a', 64), '2026-01-01', true) returning id
     ), records as (
       insert into investor_records (user_id, legal_name) select id, 'Legal ' || email from people returning id, legal_name
     )
     insert into statements (record_id, form_id, signed_at, page_sha256, flags, state, live_from)
     select r.id, f.id, now(), repeat('b', 64), '{}', 'live', now() from records r, form f where r.legal_name not like '%unsigned%'`,
  );
  await migrate(old, process.cwd());
  const { rows } = await run(old, "select email, name from auth.users order by email");
  expect(rows.map((row) => Object.values(row).join(": "))).toEqual([
    "ada@mail.example: Ada",
    "carys@pugh.example: Legal carys@pugh.example",
    "nia@mail.example: ",
    "unsigned@mail.example: ",
  ]);
});

it("Moves of a deal that nobody made are the clock's, where the clock makes them", async () => {
  const old = await createEmptyDatabase();
  await run(old, before);
  await run(
    old,
    `with person as (insert into auth.users (name, email, email_verified) values ('Amara Okafor', 'amara@kindling.example', true) returning id),
     company as (insert into companies (name) values ('Alder Analytics') returning id),
     deal as (insert into deals (company_id, name, state, enquired_on) select id, 'Seed', 'approved', '2026-01-01' from company returning id)
     insert into deal_moves (deal_id, from_state, to_state, moved_at, moved_by)
     select deal.id, m.* from deal, person, lateral (values
       ('enquiry', 'screening', '2026-01-02'::timestamptz, null), ('diligence', 'preparing', '2026-01-03', person.id),
       ('preparing', 'approved', '2026-01-04', null), ('approved', 'preparing', '2026-01-05', null),
       ('preparing', 'approved', '2026-01-06', person.id)) m`,
  );
  await migrate(old, process.cwd());
  const { rows } = await run(
    old,
    "select to_state, is_by_clock from deal_moves where from_state is not null order by moved_at",
  );
  expect(rows.map(({ to_state, is_by_clock }) => [to_state, is_by_clock])).toEqual([
    ["screening", false],
    ["preparing", false],
    ["approved", true],
    ["preparing", false],
    ["approved", false],
  ]);
});

it("A database of any other version before the first release is refused with the cure, and nothing in it changes", async () => {
  const old = await createEmptyDatabase();
  await run(old, before);
  await run(old, "delete from migrations.applied where name = '0106_count_requests_without_people'");
  const schema = await schemaOf(old);
  await expect(migrate(old, process.cwd())).rejects.toThrow("Start with an empty database");
  expect(await schemaOf(old)).toEqual(schema);
});

it("Code applied again leaves the schema of a new database, whatever functions, views, triggers and grants were there", async () => {
  const database = await createTestDatabase();
  left.push(() => database.close());
  const schema = await schemaOf(database.address);
  await run(
    database.address,
    `create function left_over() returns integer language sql as 'select 1';
     create view left_over_view as select left_over();
     grant select on left_over_view to club_member;
     create or replace function is_admin() returns boolean language sql stable as 'select true';
     grant execute on function is_admin_person(uuid) to club_visitor;
     grant update on own_papers to club_member;
     drop trigger check_ledger_sum on ledger_entries;
     drop view relief_members cascade;
     update migrations.code set sha256 = 'another'`,
  );
  expect(await schemaOf(database.address)).not.toEqual(schema);
  await migrate(database.address, process.cwd());
  expect(await schemaOf(database.address)).toEqual(schema);
});

it("A migration runs once, before new code, and an older version then leaves tables and code alone", async () => {
  const database = await createTestDatabase();
  left.push(() => database.close());
  const root = copySchema();
  writeFileSync(
    join(root, "db/migrations/0001_note_deals.sql"),
    "alter table deals add column note text;\n-- Rights\ngrant select (note) on deals to club_member;\n",
  );
  writeFileSync(
    join(root, "db/code/99-notes.sql"),
    "create view noted_deals as select id from deals where note is not null;\n",
  );
  const files = readSchemaFiles(root);
  await within(database.address, async (client) => {
    await applySchema(client, files);
    expect(await isCurrent(client, files)).toBe(true);
  });
  const schema = await schemaOf(database.address);
  expect(schema).toContain("migration 0001_note_deals");
  await migrate(database.address, root);
  await migrate(database.address, process.cwd());
  expect(await schemaOf(database.address)).toEqual(schema);
});

it("A change waits for a busy table without keeping others from it for long", async () => {
  const database = await createTestDatabase();
  left.push(() => database.close());
  const busy = new Client(pgOptions(database.address));
  await busy.connect();
  await busy.query("begin; lock table deals");
  await run(database.address, "update migrations.code set sha256 = 'another'");
  const migrated = migrate(database.address, process.cwd());
  await expect
    .poll(
      async () => (await run(database.address, "select from pg_stat_activity where wait_event_type = 'Lock'")).rowCount,
    )
    .toBeGreaterThan(0);
  await busy.query("commit");
  await busy.end();
  await migrated;
  await refuseWrongRights(database.address);
});
