import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Client } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { BackupFileError, type BackupTrailer, type ClubTable, openingOf, qualified } from "./backup-format.ts";
import { countRows, findClubTables } from "./club-tables.ts";
import { OperatorError } from "./operator-command.ts";
import type { BackupPart } from "./read-backup.ts";
import { waitingJobs } from "./waiting-jobs.ts";

type Parts = AsyncGenerator<BackupPart, BackupTrailer>;

/** Temporary table, dropped at commit: jobs until the queue takes them. */
export const jobsToQueue: ClubTable = { ...waitingJobs, schema: "pg_temp", name: "jobs_to_queue" };

/**
 * In the caller's transaction. @returns tables of the backup that no migration creates, which are skipped. @throws
 * OperatorError when a row count differs.
 */
export async function fillTables(client: Client, parts: Parts): Promise<string[]> {
  const known = new Set((await findClubTables(client)).map(qualified));
  if (known.size > 0) await client.query(`truncate ${[...known].join(", ")}`);
  await client.query(
    `create temporary table jobs_to_queue (id uuid, name text, data jsonb, priority integer, start_after timestamptz,
                                           singleton_key text) on commit drop`,
  );
  const targets: ClubTable[] = [];
  for (;;) {
    const { done, value } = await parts.next();
    if (done) return verify(client, targets, value, known);
    if (value.kind !== "table") continue;
    const target = value.table.schema === waitingJobs.schema ? jobsToQueue : value.table;
    targets.push(target);
    if (isKnown(target, known)) await fill(client, target, parts);
  }
}

const isKnown = (table: ClubTable, known: Set<string>) => table === jobsToQueue || known.has(qualified(table));

async function fill(client: Client, table: ClubTable, parts: Parts): Promise<void> {
  try {
    await pipeline(Readable.from(rowsUntilEnd(parts)), client.query(copyFrom(openingOf(table))));
  } catch (error) {
    const { code, constraint = "" } = error as { code?: string; constraint?: string };
    // PostgreSQL's message contains the row, which is personal data.
    if (!code || error instanceof BackupFileError) throw error;
    throw new OperatorError(
      `PostgreSQL does not take the rows of ${table.schema}.${table.name}: error ${code} ${constraint}`,
    );
  }
}

async function* rowsUntilEnd(parts: Parts): AsyncGenerator<Buffer> {
  for (;;) {
    const { done, value } = await parts.next();
    if (done || value.kind !== "rows") return;
    yield value.bytes;
  }
}

async function verify(client: Client, targets: ClubTable[], { rows }: BackupTrailer, known: Set<string>) {
  for (const [index, table] of targets.entries()) {
    if (!isKnown(table, known)) continue;
    const found = await countRows(client, table);
    if (found === rows[index]) continue;
    throw new OperatorError(
      `${table.schema}.${table.name} holds ${found} rows after loading, and the backup ${rows[index]}.`,
    );
  }
  return targets.filter((table) => !isKnown(table, known)).map(({ schema, name }) => `${schema}.${name}`);
}
