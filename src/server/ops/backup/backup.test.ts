import { randomBytes } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { Client } from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { buildPerson } from "#server/sample/builders.ts";
import { silentLog } from "#tests/support/silent-log.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";
import { applySchema, isCurrent, readSchemaFiles } from "../../platform/db/apply-schema.ts";
import { pgOptions } from "../../platform/db/database-address.ts";
import { createFileStore } from "../../platform/files/file-store.ts";
import { readSettings } from "../../settings.ts";
import type { OperatorCommand } from "./operator-command.ts";
import { restoreClub } from "./run-operator-command.ts";
import { saveClub } from "./save-club.ts";

vi.setConfig({ testTimeout: 60_000 });

/** What migrations to come may make: counters, values of the database's own, triggers, keys in a circle, odd types. */
const laterTables = `
create table raffles (
  id integer generated always as identity primary key,
  name text not null,
  name_length integer not null generated always as (length(name)) stored,
  lead_pledge_id bigint,
  terms jsonb, document bytea, lasts interval, share double precision, closes_at timestamptz, tags text[]
);
create table pledges (
  id bigserial primary key,
  raffle_id integer not null references raffles (id),
  parent_id bigint references pledges (id)
);
alter table raffles add foreign key (lead_pledge_id) references pledges (id);
create table "Odd "" name" ("the ""column""" text, "from" text);
`;
const laterMigration = `${laterTables}
-- Rights

insert into raffles (name) values ('made by the migration');
`;
const laterCode = `
create or replace function note_raffle() returns trigger language plpgsql set search_path = pg_catalog as $$
begin
  insert into public."Odd "" name" values ('made by the trigger', new.name);
  return new;
end
$$;
create trigger note_raffle after insert on raffles for each row execute function note_raffle();
`;

let root: string;
let source: TestDatabase;
let target: TestDatabase;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "kindling-backup-"));
  cpSync("db", join(root, "db"), { recursive: true });
  writeFileSync(join(root, "db", "schema", "99-raffles.sql"), laterTables);
  writeFileSync(join(root, "db", "migrations", "9999_create_raffles.sql"), laterMigration);
  writeFileSync(join(root, "db", "code", "99-raffles.sql"), laterCode);
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

function run(
  command: OperatorCommand,
  { address: { host, user, database } }: TestDatabase,
  version = root,
  signal = new AbortController().signal,
): Promise<string> {
  const settings = readSettings({
    DATABASE_URL: `postgres://${user}@/${database}?host=${host}`,
    AUTH_SECRET: "a secret for tests, of 32 characters and more",
    ADMIN_EMAILS: "ada@mail.example",
    DATA_DIR: join(root, "var"),
  });
  return command({ settings, place: fileOf(source), options: {}, root: version, signal });
}

it("Objects of a later migration are saved and restored without extra code: sequences, triggers, circular keys and more", async () => {
  const read = async (client: Client) =>
    (
      await client.query(`select to_json(d) from raffles d union all select to_json(p) from pledges p
                         union all select to_json(o) from "Odd "" name" o`)
    ).rows;
  const rows = await within(source, async (client) => {
    await applySchema(client, readSchemaFiles(root));
    await client.query(
      `insert into raffles (name, terms, document, lasts, share, closes_at, tags)
       values (e'Loxa\\r\\n\\t\\\\.\\\\N\\b\\x7f £ 🔥', '{"a": [1, "\\\\n"]}', '\\x00ff5c2e0a', '1 mon -2 days 03:04:05.678',
               0.1::float8 + 0.2, 'infinity', array['a,b', null, '"{}"', '']),
              (repeat('long ', 400000), null, null, null, 'NaN', '0044-03-15 12:00:00.123456+00 BC', '{}');
       insert into pledges (raffle_id) values (1), (2), (3);
       update pledges set parent_id = 3 where id = 1;
       update raffles set lead_pledge_id = 2;
       insert into "Odd "" name" values ('', null), ('\\.', '\\N')`,
    );
    return read(client);
  });
  expect(rows).toHaveLength(11);
  expect(await run(saveClub, source)).toContain(" rows, 0 mails");
  expect(await run(restoreClub, target)).toContain("is restored from");
  await within(target, async (client) => {
    expect(await read(client)).toEqual(rows);
    const next = await client.query(
      "with d as (insert into raffles (name) values ('x') returning id) select id, nextval('pledges_id_seq') as pledge from d",
    );
    expect(next.rows).toEqual([{ id: 4, pledge: "4" }]);
    await expect(client.query("insert into pledges (raffle_id) values (99)")).rejects.toThrow("foreign key");
    expect((await client.query(`select from "Odd "" name" where "from" = 'x'`)).rows).toHaveLength(1);
  });
});

it("Uploaded files are restored byte by byte, and are still deleted with the row that refers to them", async () => {
  const content = Buffer.concat([Buffer.from("%PDF-1.7\n"), randomBytes(700_000)]);
  const kind = { name: "document", maximumBytes: 1_000_000, mediaTypes: ["application/pdf"] as const };
  const { id: user_id } = await buildPerson(source.db);
  const file = await createFileStore(source.db, silentLog, {}).put([content], kind, user_id);
  const picture = { user_id, name: "a", width: 1, height: 1, file_id: file.id };
  await source.db.insertInto("pictures").values(picture).execute();
  await run(saveClub, source);
  await run(restoreClub, target);
  const restored = await createFileStore(target.db, silentLog, {}).open(target.db, file.id);
  expect(restored).toMatchObject({ media_type: "application/pdf", bytes: 700_009, sha256: file.sha256 });
  expect(restored && (await buffer(restored.read()))).toEqual(content);
  await target.db.deleteFrom("pictures").execute();
  expect(await target.db.selectFrom("file_chunks").select("id").execute()).toEqual([]);
});

it("A backup of an earlier version is restored with its own schema, then migrated: rows stay, and the migration's come", async () => {
  const { id } = await buildPerson(source.db, { email: "ada@mail.example" });
  await run(saveClub, source, process.cwd());
  await run(restoreClub, target);
  await within(target, async (client) => {
    expect((await client.query("select id from auth.users where email = 'ada@mail.example'")).rows).toEqual([{ id }]);
    expect((await client.query("select name, name_length from raffles")).rows).toEqual([
      { name: "made by the migration", name_length: 21 },
    ]);
    expect(await isCurrent(client, readSchemaFiles(root))).toBe(true);
  });
  await expect(run(restoreClub, target, process.cwd())).rejects.toThrow("There is a club already");
});

it("Of the backups that are listed, a restored club has those whose files are on this machine", async () => {
  const over = { state: "verified", finished_at: new Date(), bytes: 1, sha256: "0".repeat(64) } as const;
  const failed = { state: "failed", finished_at: new Date(), reason: "The disk is full." } as const;
  await source.db
    .insertInto("backups")
    .values([
      { name: "here.backup", host: hostname(), ...over },
      { name: "gone.backup", host: hostname(), ...over },
      { name: "far.backup", host: "another-machine", ...over },
    ])
    .execute();
  await source.db
    .insertInto("backups")
    .values({ name: "failed.backup", host: hostname(), ...failed })
    .execute();
  await source.db.insertInto("backups").values({ name: "running.backup", host: hostname() }).execute();
  const backups = join(root, "var", "backups");
  mkdirSync(backups, { recursive: true });
  writeFileSync(join(backups, "here.backup"), "x");
  writeFileSync(join(backups, "far.backup"), "x");
  await run(saveClub, source);
  await run(restoreClub, target);
  expect(await target.db.selectFrom("backups").select("name").execute()).toEqual([{ name: "here.backup" }]);
});

it("A table that no migration creates is left out of the restored club, and the operator is told", async () => {
  await within(source, (client) => client.query("create table notes as select 'remember the milk' as note"));
  await run(saveClub, source);
  expect(await run(restoreClub, target)).toContain(
    "Left out, because this version does not have it: table public.notes.",
  );
});

it("A backup that the operator stops leaves no complete or partial file", async () => {
  await expect(run(saveClub, source, root, AbortSignal.abort())).rejects.toThrow("abort");
  const { database } = source.address;
  expect(readdirSync(root).filter((name) => name.includes(database))).toEqual([]);
});
