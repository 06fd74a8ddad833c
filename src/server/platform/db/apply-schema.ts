import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { ClientBase } from "pg";

/** Arbitrary advisory lock key, the same in every process. */
export const migrationLock = 7_315_842;

/** Recorded as applied in a database that was created from `db/schema`, before its migrations. */
const schemaName = "schema";

/** SHA-256 of the names of the migrations, one a line, of the last version without releases. */
const takenOver = "ac5cee2b3408a9a409b6ddc6bcf8f66ab44b066a1d9a172fa6e3eac884c6d672";

/** The database is of a version that this one neither knows nor can take over. */
export class UnknownSchemaError extends Error {
  override name = "UnknownSchemaError";
}

/** Returns names in the order applied; the list is empty when the database is not a club's. */
export async function findAppliedMigrations(client: ClientBase): Promise<string[]> {
  const { rows: found } = await client.query("select to_regclass('migrations.applied') is not null as is_there");
  if (!found[0]?.is_there) return [];
  const { rows } = await client.query<{ name: string }>("select name from migrations.applied order by id");
  return rows.map(({ name }) => name);
}

export async function findCode(client: ClientBase): Promise<{ sha256: string; creation: string }> {
  const { rows } = await client.query("select sha256, creation from migrations.code where creation is not null");
  return rows[0];
}

export const namesOf = ({ migrations }: SchemaFiles): string[] => [schemaName, ...migrations.map(({ name }) => name)];

/** Returns true as well for a database that a newer version has changed since: its code is the newer one's. */
export async function isCurrent(client: ClientBase, files: SchemaFiles): Promise<boolean> {
  const applied = await findAppliedMigrations(client);
  if (!namesOf(files).every((name) => applied.includes(name))) return false;
  return (await client.query("select from migrations.code where sha256 = $1", [files.sha256])).rowCount === 1;
}

const mostTries = 40;
/** query_canceled, deadlock_detected. */
const retried = ["57014", "40P01"];

/**
 * Creates or changes the schema in one transaction. Other processes may serve meanwhile: they wait until it is done.
 * The caller holds the lock and has created the roles. @throws UnknownSchemaError
 */
export const applySchema = (client: ClientBase, files: SchemaFiles): Promise<void> =>
  change(client, async () => {
    await changeSchema(client, files);
    await client.query("commit");
  });

/** What could be read after the change, of which nothing stays. @throws UnknownSchemaError */
export const rolledBack = <Read>(client: ClientBase, files: SchemaFiles, read: () => Promise<Read>): Promise<Read> =>
  change(client, async () => {
    if (!(await isCurrent(client, files))) await changeSchema(client, files);
    const found = await read();
    await client.query("rollback");
    return found;
  });

async function change<Result>(client: ClientBase, work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    await client.query("begin");
    try {
      await client.query(lockTables);
      return await work();
    } catch (error) {
      await client.query("rollback");
      if (tries === mostTries || !retried.includes((error as { code?: string }).code ?? "")) throw error;
      await wait(Math.random() * 1000);
    }
  }
}

/**
 * All tables at once, as later locks could deadlock with a request. PostgreSQL looks for deadlocks after a second (deadlock_timeout):
 * giving up earlier, this transaction never makes a request fail.
 */
const lockTables = `set local statement_timeout = '800ms';
do $$
declare
  tables text := (select string_agg(oid::regclass::text, ', ' order by oid) from pg_class
                   where relkind in ('r', 'p') and relnamespace in (select oid from pg_namespace where nspname in ('public', 'auth')));
begin
  if tables <> '' then execute 'lock table ' || tables || ' in access exclusive mode'; end if;
end $$;
set local statement_timeout = 0`;

/** Runs in the caller's transaction. */
export async function changeSchema(client: ClientBase, files: SchemaFiles): Promise<void> {
  const applied = await findAppliedMigrations(client);
  if (applied.length === 0) {
    await createSchema(client, files.creation);
    await recordSchema(client, namesOf(files), files);
    return;
  }
  const isTakenOver = hashOf(applied.join("\n")) === takenOver;
  if (!isTakenOver && applied[0] !== schemaName) throw new UnknownSchemaError(unknownSchema);
  const known = isTakenOver ? [] : applied;
  const steps = [
    ...(isTakenOver ? [files.takeOver] : []),
    ...files.migrations.filter(({ name }) => !known.includes(name)),
  ];
  await client.query("set local check_function_bodies = off");
  await client.query(dropCode);
  await client.query(files.baseCode);
  for (const { tables } of steps) await client.query(tables);
  await client.query(files.code);
  for (const { rights } of steps) await client.query(rights);
  if (isTakenOver) await client.query(`drop table migrations.applied; ${createState}`);
  await recordSchema(
    client,
    namesOf(files).filter((name) => !known.includes(name)),
    files,
  );
}

/**
 * Runs in the caller's transaction and an empty database. @param creation of this version or, from a backup, of an earlier one.
 */
export async function createSchema(client: ClientBase, creation: string): Promise<void> {
  // Functions name tables and other functions that are created after them.
  await client.query("set local check_function_bodies = off");
  await client.query(`create schema migrations; ${createState}`);
  await client.query(creation);
}

/** @param names of what was applied just now. */
export async function recordSchema(
  client: ClientBase,
  names: readonly string[],
  { creation, sha256 }: Pick<SchemaFiles, "creation" | "sha256">,
): Promise<void> {
  await client.query("insert into migrations.applied (name) select name from unnest($1::text[]) as name", [names]);
  await client.query("update migrations.code set creation = null");
  await client.query(
    `insert into migrations.code (sha256, creation) values ($1, $2)
     on conflict (sha256) do update set creation = excluded.creation, applied_at = now()`,
    [sha256, creation],
  );
}

const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex");

const unknownSchema =
  "This database was made by a version of the club from before its first release, which this version cannot take over. Nothing in it was changed. Start with an empty database: another DATA_DIR, or another database in DATABASE_URL. To keep what is in this one, start it with the version that made it.";

/** `creation` is kept of the latest code alone: a backup takes it along and is restored by it. */
const createState = `
create table migrations.applied (
  id serial primary key,
  name text not null unique,
  run_on timestamp not null default now()
);
create table migrations.code (
  sha256 text primary key,
  applied_at timestamptz not null default now(),
  creation text
);`;

/**
 * Drops triggers, views and functions, but for those on which tables stand (defaults, checks, indexes, policies): these are
 * replaced in place, and lose the grants that the code gives again.
 */
const dropCode = `do $$
declare
  statement text;
begin
  for statement in
    with recursive ours as (
      select oid from pg_namespace where nspname in ('public', 'auth')),
    extensions as (
      select classid, objid from pg_depend where deptype = 'e'),
    edges as materialized (
      select case when d.classid = 'pg_rewrite'::regclass then 'pg_class'::regclass else d.classid end as classid,
             coalesce(r.ev_class, d.objid) as objid, d.refclassid, d.refobjid,
             d.classid = 'pg_rewrite'::regclass or coalesce(c.relkind = 'v', false) or d.classid in ('pg_proc'::regclass, 'pg_trigger'::regclass, 'pg_type'::regclass) as is_code
        from pg_depend d
        left join pg_rewrite r on d.classid = 'pg_rewrite'::regclass and r.oid = d.objid
        left join pg_class c on d.classid = 'pg_class'::regclass and c.oid = d.objid
       where d.refclassid in ('pg_proc'::regclass, 'pg_class'::regclass, 'pg_type'::regclass)),
    kept as (
      select refclassid as classid, refobjid as objid from edges where not is_code
      union
      select e.refclassid, e.refobjid from kept k join edges e using (classid, objid)),
    code as (
      select 'pg_class'::regclass as classid, oid as objid, 2 as turn, format('view %s', oid::regclass) as name,
             format('revoke all on %s from club_visitor, club_member', oid::regclass) as bare
        from pg_class where relkind = 'v' and relnamespace in (select oid from ours)
      union all
      select 'pg_proc'::regclass, oid, 3, format('function %s', oid::regprocedure),
             format('revoke all on function %s from public, club_visitor, club_member', oid::regprocedure)
        from pg_proc where pronamespace in (select oid from ours))
    select format('drop trigger %I on %s', tgname, tgrelid::regclass), 1 as turn
      from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where not tgisinternal and c.relnamespace in (select oid from ours)
    union all
    select case when exists (select from kept k where (k.classid, k.objid) = (c.classid, c.objid)) then bare
                else format('drop %s cascade', name) end, turn
      from code c
     where not exists (select from extensions e where (e.classid, e.objid) = (c.classid, c.objid))
     order by 2
  loop
    begin
      execute statement;
    exception when undefined_object or undefined_table or undefined_function then null;
    end;
  end loop;
end $$`;

/** SQL that is applied before the code of the database exists, and SQL that needs it: policies and grants. */
interface SqlFile {
  name: string;
  tables: string;
  rights: string;
}

interface SchemaFiles {
  /** Creates today's schema in an empty database. */
  creation: string;
  /** Changes of tables since the first release, in order. */
  migrations: readonly SqlFile[];
  /** Brings a database of the last version without releases to today's tables. */
  takeOver: SqlFile;
  /** Functions on which tables are built: defaults, checks and indexes. */
  baseCode: string;
  /** All other functions, the views, the triggers and the comments of tables. */
  code: string;
  /** SHA-256 of all code. */
  sha256: string;
}

/** Divides a file into its tables and its rights. */
const rightsHeading = "\n-- Rights\n";

/** Applied with the code, so that a comment is edited in place. */
const comment = /^comment on [^;']*'[^']*';\n/gm;

/** @param root with `db/`. */
export function readSchemaFiles(root: string): SchemaFiles {
  const [foundation, ...schema] = readFolder(join(root, "db", "schema"));
  const [baseCode, ...others] = readFolder(join(root, "db", "code")).map(({ tables }) => tables);
  if (!foundation || !baseCode) throw new Error(`${root} has no db/schema or no db/code`);
  const comments = schema.flatMap((file) => file.tables.match(comment) ?? []);
  const code = [...others, ...comments].join("\n");
  const tables = schema.map((file) => file.tables.replaceAll(comment, ""));
  return {
    creation: [foundation.tables, baseCode, ...tables, code, ...schema.map(({ rights }) => rights)].join("\n"),
    migrations: readFolder(join(root, "db", "migrations")),
    takeOver: readSqlFile(join(root, "db"), "take-over.sql"),
    baseCode,
    code,
    sha256: createHash("sha256").update(baseCode).update(code).digest("hex"),
  };
}

const readFolder = (folder: string): SqlFile[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .toSorted()
    .map((name) => readSqlFile(folder, name));

function readSqlFile(folder: string, name: string): SqlFile {
  const [tables = "", rights = ""] = readFileSync(join(folder, name), "utf8").split(rightsHeading);
  return { name: name.slice(0, -".sql".length), tables, rights };
}
