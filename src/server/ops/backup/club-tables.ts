import type { ClientBase } from "pg";
import { type ClubSequence, type ClubTable, qualified } from "./backup-format.ts";
import { countOf } from "./operator-command.ts";
import { waitingJobs } from "./waiting-jobs.ts";

/** Schemas with migrated tables; new tables are included automatically. */
const schemas = ["auth", "public"];

/** Generated columns are left out. */
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

/** Read after the snapshot, so no sequence is behind the rows. */
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
 * Backed up without rows: with the secret in the same file a session is a valid cookie, and a key that was revoked since
 * the backup would work again.
 */
const leftOut: ClubTable[] = ["api_keys", "refresh_tokens", "sessions", "verifications", "rate_limits"].map((name) => ({
  schema: "auth",
  name,
  columns: [],
}));

const names = new Set(leftOut.map(qualified));

export const isLeftOut = (table: ClubTable): boolean => names.has(qualified(table));

/** Runs for backups of earlier versions too: nobody is signed in after a restore. */
export async function emptyLeftOutTables(client: ClientBase): Promise<void> {
  for (const table of leftOut) await client.query(`delete from ${qualified(table)}`);
}

/** Numbers of tables, rows and waiting jobs. */
export function summarise(tables: readonly ClubTable[], counts: readonly number[]): string {
  const isQueue = ({ schema }: ClubTable) => schema === waitingJobs.schema;
  const sumOf = (wanted: boolean) =>
    tables.reduce((sum, table, index) => sum + (isQueue(table) === wanted ? (counts[index] ?? 0) : 0), 0);
  const own = tables.filter((table) => !isQueue(table)).length;
  const jobs = countOf(sumOf(true), "mail or other job that waits", "mails or other jobs that wait");
  return `${countOf(own, "table")}, ${countOf(sumOf(false), "row")}, ${jobs}`;
}
