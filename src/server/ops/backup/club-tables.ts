import type { ClientBase } from "pg";
import { type ClubSequence, type ClubTable, qualified } from "./backup-format.ts";

/** Where migrations make tables. A new one there is in the backup by itself. */
const schemas = ["auth", "public"];

/** All tables of the club and the columns that hold something of their own, as PostgreSQL knows them. */
export async function findClubTables(client: ClientBase): Promise<ClubTable[]> {
  const { rows } = await client.query<ClubTable>(
    `select n.nspname::text as schema, c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
       from pg_class c
       join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      where n.nspname = any($1) and c.relkind in ('r', 'p') and not c.relispartition
        and not exists (select from pg_depend d
                         where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
      group by n.nspname, c.relname
      order by n.nspname, c.relname`,
    [schemas],
  );
  return rows;
}

/** Where counting columns go on from. Read after the snapshot is taken, so that none is behind the rows. */
export async function findClubSequences(client: ClientBase): Promise<ClubSequence[]> {
  const { rows } = await client.query<{ schema: string; name: string }>(
    "select schemaname::text as schema, sequencename::text as name from pg_sequences where schemaname = any($1) order by 1, 2",
    [schemas],
  );
  const sequences: ClubSequence[] = [];
  for (const sequence of rows) {
    const state = await client.query<Pick<ClubSequence, "last_value" | "is_called">>(
      `select last_value::text, is_called from ${qualified(sequence)}`,
    );
    for (const row of state.rows) sequences.push({ ...sequence, ...row });
  }
  return sequences;
}

export async function countRows(client: ClientBase, table: ClubTable): Promise<number> {
  const { rows } = await client.query<{ count: string }>(`select count(*) from ${qualified(table)}`);
  return Number(rows[0]?.count);
}

/**
 * Tables whose rows are in no backup: with the secret in the same file a session is a valid cookie. Refresh tokens
 * reference sessions. A backup has these tables, empty.
 */
const leftOut: ClubTable[] = ["refresh_tokens", "sessions", "verifications", "rate_limits"].map((name) => ({
  schema: "auth",
  name,
  columns: [],
}));

const names = new Set(leftOut.map(qualified));

export const isLeftOut = (table: ClubTable): boolean => names.has(qualified(table));

/** Also what a backup of an earlier version holds: nobody is signed in after a restore. */
export async function emptyLeftOutTables(client: ClientBase): Promise<void> {
  for (const table of leftOut) await client.query(`delete from ${qualified(table)}`);
}

/** The names of the migrations that made this database, in their order; none when it is no club's. */
export async function findAppliedMigrations(client: ClientBase): Promise<string[]> {
  const { rows: found } = await client.query("select to_regclass('migrations.applied') is not null as is_there");
  if (!found[0]?.is_there) return [];
  const { rows } = await client.query<{ name: string }>("select name from migrations.applied order by run_on, id");
  return rows.map(({ name }) => name);
}
