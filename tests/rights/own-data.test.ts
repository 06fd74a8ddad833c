import { join } from "node:path";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { collectData, type PersonData, readColumnClasses } from "#server/auth/account/export/collect-data.ts";
import { dataArchive, readableRow } from "#server/auth/account/export/data-archive.tsx";
import { deriveKeys } from "#server/auth/derive-keys.ts";
import { createPageSeal } from "#server/features/statements/page-seal.ts";
import { createFileStore } from "#server/platform/files/file-store.ts";
import { createSampleClub } from "#server/sample/sample-club.ts";
import { defaultClub } from "#shared/settings/club.ts";
import { silentLog } from "#tests/support/silent-log.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { unzip } from "#tests/support/unzip.ts";

const heading = `Whose the columns of each table are, by its comment in db/schema; people export their own ones.
Written by \`npx vitest run tests/rights -u\`; a change is reviewed line by line.`;

const { db } = await openTestDatabase();
const tables = await readColumnClasses(db);

async function rowsOf<Row>(query: string): Promise<Row[]> {
  return (await sql.raw<Row>(query).execute(db)).rows;
}

describe("Own data", () => {
  it("Own data is in the reviewed columns: a new column of any table is classified", async () => {
    const unclassified = await rowsOf<{ line: string }>(`
      select format('%s of nobody: %s', c.oid::regclass, string_agg(attname, ' ' order by attnum)) as line
        from pg_class c join pg_attribute on attrelid = c.oid and attnum > 0 and not attisdropped
       where relkind = 'r' and relnamespace in ('public'::regnamespace, 'auth'::regnamespace)
         and obj_description(c.oid, 'pg_class') is null group by c.oid`);
    const classified = tables.flatMap(({ name, columns }) =>
      [...new Set(Object.values(columns))].map((kind) => {
        const list = Object.keys(columns).filter((column) => columns[column] === kind);
        return `${name} ${kind}: ${list.join(" ")}`;
      }),
    );
    const lines = [...classified, ...unclassified.map(({ line }) => line)].toSorted();
    await expect(`${[heading, "", ...lines].join("\n")}\n`).toMatchFileSnapshot("own-data.txt");
  });

  it("Each table that refers to a person or to a table about people has a class of own data", async () => {
    const unclassified = await rowsOf(`
      select conrelid::regclass as name, pg_get_constraintdef(oid) as reference from pg_constraint
       where contype = 'f' and connamespace in ('public'::regnamespace, 'auth'::regnamespace)
         and obj_description(conrelid, 'pg_class') is null and obj_description(confrelid, 'pg_class') is not null
         -- An admin who acted is no owner, and a file belongs to the row that names it.
         and not (confrelid = 'auth.users'::regclass and confdeltype = 'n') and confrelid <> 'files'::regclass`);
    expect(unclassified).toEqual([]);
  });

  it("Own data has known classes and columns, and nothing that sounds like a secret is exported", async () => {
    const types = await rowsOf<{ name: string }>(`
      select case nspname when 'public' then '' else nspname || '.' end || relname || '.' || attname as name
        from pg_attribute join pg_class c on c.oid = attrelid join pg_namespace n on n.oid = relnamespace where attnum > 0`);
    const known = new Set(types.map(({ name }) => name));
    const all = tables.flatMap(({ name, columns }) =>
      Object.entries(columns).map(([column, kind]) => ({ name: `${name}.${column}`, kind })),
    );
    expect(
      all.filter(({ name, kind }) => !known.has(name) || !["own", "others", "club", "secret"].includes(kind)),
    ).toEqual([]);
    const secretNames = /\.\w*(hash|token|secret|password|code|key|sealed)/;
    const exported = all.filter(({ kind }) => kind === "own").map(({ name }) => name.replace("auth.", ""));
    // Words to search a profile by, and when a record was sealed.
    expect(exported.filter((name) => secretNames.test(name)).toSorted()).toEqual([
      "investor_records.sealed_at",
      "member_profiles.expertise_keys",
    ]);
  });

  it("Own data of a sample club's members and admin holds no secret and nothing of other people", async () => {
    const pageSeal = createPageSeal([deriveKeys("a secret for tests, of 32 characters and more").statementPages]);
    const files = createFileStore(db, silentLog, {});
    const [hashPassword, encrypt] = [async () => "hash of a password", async () => "encrypted"];
    const builtRoot = join(process.cwd(), "dist");
    await createSampleClub(db, { hashPassword, encrypt, pageSeal, builtRoot, now: new Date() });
    await addSecrets();
    const people = await rowsOf<{ id: string; email: string }>(`
      select id, email from auth.users u
       order by (select count(*) from commitments c join investor_records r on r.id = c.record_id where r.user_id = u.id) desc
       limit 2`);
    const [admin] = await rowsOf<{ id: string; email: string }>(`
      select u.id, u.email from auth.users u join user_roles r on r.user_id = u.id and r.role = 'admin' limit 1`);
    if (admin) people.push(admin);
    expect(people).toHaveLength(3);
    const secrets = await readSecrets();
    expect(secrets.length).toBeGreaterThan(300);
    for (const { id, email } of people) {
      const data = await db.transaction().execute((tx) => collectData(tx, id, { files, pageSeal }));
      const text = JSON.stringify(data);
      expect(text).toContain(email);
      expect(secrets.filter((value) => text.includes(value))).toEqual([]);
      // The two people of an introduction know each other's name.
      const met = data.introductions?.map(({ with_whom }) => with_whom) ?? [];
      const others = (await readOthers(id)).filter((value) => !met.includes(value));
      expect(others.filter((value) => text.includes(value))).toEqual([]);
      expectReadable(data, unzip(Buffer.from(await dataArchive(data, "2026-11-21", defaultClub))));
    }
  });
});

const aboutCompanies =
  /^(what_you_were_shown|interest_in_deals|commitments|what_happened_to_commitments|shares_given_to_you|papers|holdings|what_was_booked_for_you|mails_about_deals|questions_about_deals|documents_you_opened)$/;

/** Without a look into the database: names, pounds and links in place of ids, pence and names of files. */
function expectReadable(data: PersonData, files: Map<string, Buffer>): void {
  const page = files.get("your-data.html")?.toString() ?? "";
  const words = page.replace(/<style>.*?<\/style>/s, "").replaceAll(/<a href="[^"]*">/g, "");
  expect(words).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}/);
  expect(words.match(/<dt>[^<]*(?:pence|\bbp\b|_|\bId\b|\bid\b)[^<]*<\/dt>/gi) ?? []).toEqual([]);
  expect(words).not.toContain("Search text");
  const links = [...page.matchAll(/<a href="([^"]*)"/g)].map(([, path]) => path ?? "");
  expect(links.filter((path) => !files.has(path))).toEqual([]);
  expect([...files.keys()].filter((path) => !path.startsWith("your-data") && !links.includes(path))).toEqual([]);
  for (const [part, rows] of Object.entries(data).filter(([name]) => aboutCompanies.test(name)))
    for (const row of rows) {
      expect([part, typeof row.company]).toEqual([part, "string"]);
      expect(readableRow(part, row).title).toMatch(new RegExp(`^${row.company}, \\d+ \\w+ \\d{4}$`));
    }
  for (const [part, rows] of Object.entries(data))
    for (const row of rows) {
      const labels = readableRow(part, row).entries.map(({ label }) => label);
      expect([part, labels]).toEqual([part, [...new Set(labels)]]);
    }
}

/** The sample club lacks these: a value that cannot be mistaken in each table of secrets about people. */
async function addSecrets(): Promise<void> {
  await sql`
    with s as (
      insert into auth.sessions (expires_at, token, updated_at, user_id)
      select now() + interval '1 hour', 'token of ' || id, now(), id from auth.users returning id),
    r as (
      insert into auth.refresh_tokens (token_hash, session_id, expires_at)
      select 'refresh of ' || id, id, now() + interval '1 day' from s),
    c as (
      insert into auth.email_changes (user_id, old_email, new_email, old_token_hash, new_token_hash, expires_at)
      select id, 'old.' || email, 'new.' || email, 'old token of ' || id, 'new token of ' || id, now() + interval '1 day'
        from auth.users),
    p as (
      insert into auth.passkeys (user_id, credential_id, public_key, sign_count, transports, name)
      select id, 'credential of ' || id, convert_to('public key of ' || id, 'UTF8'), 0, '{}', 'Laptop' from auth.users),
    k as (
      insert into auth.api_keys (user_id, name, scope, key_hash, last_four, expires_at)
      select id, 'Sheet', 'read', encode(sha256(convert_to('key of ' || id, 'UTF8')), 'hex'), 'wxyz',
             app_now() + interval '9 days'
        from auth.users)
    insert into calendar_feeds (user_id, token_hash, created_at)
    select id, encode(sha256(convert_to('feed of ' || id, 'UTF8')), 'hex'), now() from auth.users`.execute(db);
}

const shortestSecret = 9;
const uuid = /^[0-9a-f-]{36}$/;

/** All texts and bytes in columns whose class is secret, without the ids of people that Better Auth keeps as texts. */
async function readSecrets(): Promise<string[]> {
  const types = await rowsOf<{ name: string; type: string }>(`
    select attrelid::regclass || '.' || attname as name, format_type(atttypid, null) as type from pg_attribute
      join pg_class c on c.oid = attrelid
     where attnum > 0 and relkind = 'r' and relnamespace in ('public'::regnamespace, 'auth'::regnamespace)`);
  const typeOf = new Map(types.map(({ name, type }) => [name, type]));
  const values = new Set<string>();
  for (const { name, columns } of tables) {
    for (const column of Object.keys(columns).filter((each) => columns[each] === "secret")) {
      const type = typeOf.get(`${name}.${column}`);
      if (type !== "text" && type !== "bytea") continue;
      const rows = await rowsOf<{ value: string | Buffer | null }>(`select "${column}" as value from ${name}`);
      for (const { value } of rows) {
        const text = Buffer.isBuffer(value) ? JSON.stringify(value.toJSON().data).slice(1, -1) : value;
        if (text && text.length >= shortestSecret && !uuid.test(text)) values.add(text);
      }
    }
  }
  return [...values];
}

/** What tells of other people than this one: who they are, where they live, what they hold. */
async function readOthers(id: string): Promise<string[]> {
  const rows = await rowsOf<{ value: string }>(`
    select unnest(array[u.email, p.bio, r.legal_name, r.address, r.id::text, c.id::text, c.reference, h.certificate_number]) as value
      from auth.users u left join member_profiles p on p.user_id = u.id left join investor_records r on r.user_id = u.id
      left join commitments c on c.record_id = r.id left join holdings h on h.record_id = r.id
     where u.id <> '${id}'`);
  return [...new Set(rows.map(({ value }) => value))].filter((value) => value);
}
