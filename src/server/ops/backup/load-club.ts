import { existsSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import type { Client, ClientBase } from "pg";
import { changeSchema, createSchema, isCurrent, recordSchema } from "../../platform/db/apply-schema.ts";
import type { DatabaseAddress } from "../../platform/db/database-address.ts";
import { readSchemaFiles } from "../../platform/db/schema-files.ts";
import { type BackupHeader, qualified } from "./backup-format.ts";
import { emptyLeftOutTables } from "./club-tables.ts";
import { fillTables, jobsToQueue } from "./copy-rows.ts";
import { readBackup } from "./read-backup.ts";
import type { FoundClub } from "./restore-target.ts";
import { emptyQueue, queueJobs } from "./waiting-jobs.ts";

interface Loading {
  client: Client;
  address: DatabaseAddress;
  root: string;
  file: string;
  header: BackupHeader;
  dataDir: string;
  found: FoundClub;
  isSecretLost: boolean;
}

/**
 * Recreates the backup's schema, fills it and migrates it to the current one, in the caller's transaction. @returns what
 * this version has no place for.
 */
export async function loadClub(loading: Loading): Promise<string[]> {
  const { client, address, root, file, header, dataDir, found, isSecretLost } = loading;
  if (found.isMade) await removeClub(client);
  await emptyQueue(client);
  await createSchema(client, header.code.creation);
  await recordSchema(client, header.migrations, header.code);
  const close = await openTables(client);
  const tables = await fillTables(client, readBackup(file));
  await close();
  for (const sequence of header.sequences) {
    await client.query("select setval(to_regclass($1), $2, $3)", [
      qualified(sequence),
      sequence.last_value,
      sequence.is_called,
    ]);
  }
  const files = readSchemaFiles(root);
  if (!(await isCurrent(client, files))) await changeSchema(client, files);
  await emptyLeftOutTables(client);
  await forgetBackups(client, dataDir);
  if (isSecretLost) await forgetEncrypted(client);
  const queues = await queueJobs(client, address, jobsToQueue.name);
  return [...tables.map((name) => `table ${name}`), ...queues.map((name) => `jobs of ${name}`)];
}

/** Keeps the backups whose files are on this machine: the others were made by the installation that was backed up. */
async function forgetBackups(client: ClientBase, dataDir: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    "select name from public.backups where state = 'verified' and host = $1",
    [hostname()],
  );
  const kept = rows.map(({ name }) => name).filter((name) => existsSync(join(dataDir, "backups", name)));
  await client.query("delete from public.backups where name <> all ($1)", [kept]);
}

/** Deletes what the lost secret encrypted: it is unreadable. */
async function forgetEncrypted(client: ClientBase): Promise<void> {
  await client.query("delete from auth.two_factors");
  await client.query("update auth.users set two_factor_enabled = false where two_factor_enabled");
  await client.query("delete from auth.jwks");
}

/** Drops what migrations created; keeps schema public, extensions and the queue's tables. */
export async function removeClub(client: ClientBase): Promise<void> {
  await client.query("drop schema if exists auth cascade");
  await client.query("drop schema migrations cascade");
  await client.query(`do $$
declare
  statement text;
begin
  for statement in
    with own as (
      select 'pg_class'::regclass as catalogue, oid, 1 as turn,
             format('drop %s if exists %s cascade', case relkind when 'v' then 'view' when 'm' then 'materialized view'
                    when 'S' then 'sequence' else 'table' end, oid::regclass) as statement
        from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S')
      union all
      select 'pg_proc'::regclass, oid, 2, format('drop routine if exists %s cascade', oid::regprocedure)
        from pg_proc where pronamespace = 'public'::regnamespace
      union all
      select 'pg_type'::regclass, oid, 3, format('drop type if exists %s cascade', oid::regtype)
        from pg_type where typnamespace = 'public'::regnamespace and typtype in ('e', 'd', 'r')
    )
    select own.statement from own
     where not exists (select from pg_depend d
                        where d.classid = own.catalogue and d.objid = own.oid and d.deptype = 'e')
     order by turn
  loop
    execute statement;
  end loop;
end $$`);
}

/**
 * Drops foreign keys and disables triggers during the load: table order is irrelevant, triggers do not repeat their
 * work. @returns restores them, which checks every row.
 */
async function openTables(client: ClientBase): Promise<() => Promise<void>> {
  const keys = await statements(
    client,
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as off,
            format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as on
       from pg_constraint
      where contype = 'f' and conparentid = 0 and connamespace in ('public'::regnamespace, 'auth'::regnamespace)`,
  );
  const triggers = await statements(
    client,
    `select format('alter table %s disable trigger %I', tgrelid::regclass, tgname) as off,
            format('alter table %s enable trigger %I', tgrelid::regclass, tgname) as on
       from pg_trigger t
       join pg_class c on c.oid = t.tgrelid and c.relnamespace in ('public'::regnamespace, 'auth'::regnamespace)
      where not tgisinternal and tgenabled = 'O' and tgparentid = 0`,
  );
  for (const { off } of [...keys, ...triggers]) await client.query(off);
  return async () => {
    for (const { on } of [...triggers, ...keys]) await client.query(on);
  };
}

const statements = async (client: ClientBase, text: string) =>
  (await client.query<{ on: string; off: string }>(text)).rows;
