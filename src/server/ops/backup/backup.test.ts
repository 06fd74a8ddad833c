import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";
import { pgOptions } from "../../platform/db/database-address.ts";
import { applyMigrations } from "../../platform/db/migrate.ts";
import { readSettings } from "../../settings.ts";
import type { OperatorCommand } from "./operator-command.ts";
import { restoreClub } from "./restore-club.ts";
import { saveClub } from "./save-club.ts";

vi.setConfig({ testTimeout: 60_000 });

/** What migrations to come may make: counters, values of the database's own, triggers, keys in a circle, odd types. */
const laterMigration = `
create table deals (
  id integer generated always as identity primary key,
  name text not null,
  name_length integer not null generated always as (length(name)) stored,
  lead_pledge_id bigint,
  terms jsonb, document bytea, lasts interval, share double precision, closes_at timestamptz, tags text[]
);
create table pledges (
  id bigserial primary key,
  deal_id integer not null references deals (id),
  parent_id bigint references pledges (id)
);
alter table deals add foreign key (lead_pledge_id) references pledges (id);
create table "Odd "" name" ("the ""column""" text, "from" text);
create function note_deal() returns trigger language plpgsql set search_path = pg_catalog as $$
begin
  insert into public."Odd "" name" values ('made by the trigger', new.name);
  return new;
end
$$;
create trigger note_deal after insert on deals for each row execute function note_deal();
insert into deals (name) values ('made by the migration');
`;

let root: string;
let source: TestDatabase;
let target: TestDatabase;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "kindling-backup-"));
  cpSync("migrations", join(root, "migrations"), { recursive: true });
  writeFileSync(join(root, "migrations", "9999_create_deals.sql"), laterMigration);
});
afterAll(() => rmSync(root, { recursive: true }));

beforeEach(async () => {
  [source, target] = [await createTestDatabase(), await createTestDatabase()];
});
afterEach(async () => {
  await source.close();
  await target.close();
});

async function within<Result>({ address }: TestDatabase, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client(pgOptions(address));
  await client.connect();
  return work(client).finally(() => client.end());
}

const fileOf = ({ address: { database } }: TestDatabase) => join(root, `${database}.backup`);

function carryOut(
  command: OperatorCommand,
  { address: { host, user, database } }: TestDatabase,
  signal = new AbortController().signal,
): Promise<string> {
  const settings = readSettings({
    DATABASE_URL: `postgres://${user}@/${database}?host=${host}`,
    AUTH_SECRET: "a secret for tests, of 32 characters and more",
    ADMIN_EMAILS: "ada@mail.example",
    DATA_DIR: join(root, "var"),
  });
  return command({ settings, place: fileOf(source), options: {}, root, signal });
}

it("What a later migration makes is saved and restored by itself: counters, generated values, triggers, keys in a circle, odd values", async () => {
  const read = async (client: Client) =>
    (
      await client.query(`select to_json(d) from deals d union all select to_json(p) from pledges p
                         union all select to_json(o) from "Odd "" name" o`)
    ).rows;
  const rows = await within(source, async (client) => {
    await applyMigrations(client, root);
    await client.query(
      `insert into deals (name, terms, document, lasts, share, closes_at, tags)
       values (e'Loxa\\r\\n\\t\\\\.\\\\N\\b\\x7f £ 🔥', '{"a": [1, "\\\\n"]}', '\\x00ff5c2e0a', '1 mon -2 days 03:04:05.678',
               0.1::float8 + 0.2, 'infinity', array['a,b', null, '"{}"', '']),
              (repeat('long ', 400000), null, null, null, 'NaN', '0044-03-15 12:00:00.123456+00 BC', '{}');
       insert into pledges (deal_id) values (1), (2), (3);
       update pledges set parent_id = 3 where id = 1;
       update deals set lead_pledge_id = 2;
       insert into "Odd "" name" values ('', null), ('\\.', '\\N')`,
    );
    return read(client);
  });
  expect(rows).toHaveLength(11);
  expect(await carryOut(saveClub, source)).toContain(" rows, 0 mails");
  expect(await carryOut(restoreClub, target)).toContain("is restored from");
  await within(target, async (client) => {
    expect(await read(client)).toEqual(rows);
    const next = await client.query(
      "with d as (insert into deals (name) values ('x') returning id) select id, nextval('pledges_id_seq') as pledge from d",
    );
    expect(next.rows).toEqual([{ id: 4, pledge: "4" }]);
    await expect(client.query("insert into pledges (deal_id) values (99)")).rejects.toThrow("foreign key");
    expect((await client.query(`select from "Odd "" name" where "from" = 'x'`)).rows).toHaveLength(1);
  });
});

it("A table that no migration makes is left out of the restored club, and the operator is told", async () => {
  await within(source, (client) => client.query("create table notes as select 'remember the milk' as note"));
  await carryOut(saveClub, source);
  expect(await carryOut(restoreClub, target)).toContain(
    "Left out, because this version does not have it: table public.notes.",
  );
});

it("A backup that the operator stops leaves no file, nor half of one", async () => {
  await expect(carryOut(saveClub, source, AbortSignal.abort())).rejects.toThrow("abort");
  const { database } = source.address;
  expect(readdirSync(root).filter((name) => name.includes(database))).toEqual([]);
});
