import { randomBytes } from "node:crypto";
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { Client } from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { buildPerson } from "#server/sample/builders.ts";
import { silentLog } from "#tests/support/silent-log.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";
import { pgOptions } from "../../platform/db/database-address.ts";
import { applyMigrations } from "../../platform/db/migrate.ts";
import { createFileStore } from "../../platform/files/file-store.ts";
import { readSettings } from "../../settings.ts";
import { removeClub } from "./load-club.ts";
import type { OperatorCommand } from "./operator-command.ts";
import { restoreClub } from "./restore-club.ts";
import { saveClub } from "./save-club.ts";

vi.setConfig({ testTimeout: 60_000 });

/** What migrations to come may make: counters, values of the database's own, triggers, keys in a circle, odd types. */
const laterMigration = `
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
create function note_raffle() returns trigger language plpgsql set search_path = pg_catalog as $$
begin
  insert into public."Odd "" name" values ('made by the trigger', new.name);
  return new;
end
$$;
create trigger note_raffle after insert on raffles for each row execute function note_raffle();
insert into raffles (name) values ('made by the migration');
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

function run(
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

it("Objects that a later migration creates are saved and restored without extra code: sequences, generated values, triggers, circular keys, unusual values", async () => {
  const read = async (client: Client) =>
    (
      await client.query(`select to_json(d) from raffles d union all select to_json(p) from pledges p
                         union all select to_json(o) from "Odd "" name" o`)
    ).rows;
  const rows = await within(source, async (client) => {
    await applyMigrations(client, root);
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

it("Pictures in a backup from before the file store are restored as files, at the same addresses", async () => {
  const contents = [randomBytes(7), randomBytes(262_144), randomBytes(1_048_576)];
  const before = readdirSync("migrations").filter((name) => name < "0028").length;
  const pictures = await within(source, async (client) => {
    await removeClub(client);
    await applyMigrations(client, root, before);
    const person = await client.query(
      "insert into auth.users (name, email, email_verified) values ('Ada', 'ada@mail.example', true) returning id",
    );
    const insert = `insert into pictures (user_id, name, content_type, width, height, content, created_at)
                    values ($1, 'me.jpg', 'image/webp', 512, 256, $2, '2026-01-02T03:04:05.678Z') returning id, sha256`;
    const rows: { id: string; sha256: string }[] = [];
    for (const content of contents) rows.push(...(await client.query(insert, [person.rows[0].id, content])).rows);
    await client.query(
      "insert into member_profiles (user_id, full_name, profile_image_url) values ($1, 'Ada', '/api/pictures/' || $2)",
      [person.rows[0].id, rows[2]?.id],
    );
    return rows;
  });
  await run(saveClub, source);
  await run(restoreClub, target);
  const files = createFileStore(target.db, silentLog, {});
  for (const [index, { id, sha256 }] of pictures.entries()) {
    const picture = target.db.selectFrom("pictures").selectAll().where("id", "=", id);
    const { file_id, ...rest } = await picture.executeTakeFirstOrThrow();
    const created_at = new Date("2026-01-02T03:04:05.678Z");
    expect(rest).toEqual({ id, user_id: expect.any(String), name: "me.jpg", width: 512, height: 256, created_at });
    const file = await files.open(target.db, file_id);
    expect(file).toMatchObject({ media_type: "image/webp", bytes: contents[index]?.length, sha256 });
    expect(file && (await buffer(file.read()))).toEqual(contents[index]);
  }
  const profile = await target.db.selectFrom("member_profiles").select("picture_id").executeTakeFirst();
  expect(profile).toEqual({ picture_id: pictures[2]?.id });
});

it("A table that no migration creates is left out of the restored club, and the operator is told", async () => {
  await within(source, (client) => client.query("create table notes as select 'remember the milk' as note"));
  await run(saveClub, source);
  expect(await run(restoreClub, target)).toContain(
    "Left out, because this version does not have it: table public.notes.",
  );
});

it("A backup that the operator stops leaves no complete or partial file", async () => {
  await expect(run(saveClub, source, AbortSignal.abort())).rejects.toThrow("abort");
  const { database } = source.address;
  expect(readdirSync(root).filter((name) => name.includes(database))).toEqual([]);
});
