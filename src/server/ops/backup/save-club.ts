import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import { Client, type ClientBase } from "pg";
import { to as copyTo } from "pg-copy-streams";
import { productName } from "#shared/settings/club.ts";
import { findAppliedMigrations, findCode, migrationLock } from "../../platform/db/apply-schema.ts";
import { type DatabaseAddress, pgOptions } from "../../platform/db/database-address.ts";
import { sampleAccounts } from "../../sample/sample-club.ts";
import type { Settings } from "../../settings.ts";
import { findAuthSecret } from "../start/auth-secret.ts";
import { nameBackupFile, refuseToOverwrite, writeBackupFile } from "./backup-file.ts";
import {
  type BackupHeader,
  type ClubTable,
  closing,
  columnList,
  countLines,
  formatVersion,
  openingOf,
  qualified,
} from "./backup-format.ts";
import { findClubSequences, findClubTables, isLeftOut, summarise } from "./club-tables.ts";
import { reachClub } from "./connect-source.ts";
import { type CommandContext, OperatorError, secondsSince, sizeOf } from "./operator-command.ts";
import { fingerprintOf } from "./secret-plan.ts";
import { hasQueue, isWaiting, waitingJobs } from "./waiting-jobs.ts";

export type SecretSettings = Pick<Settings, "authSecret" | "dataDir">;

/** `npm run backup`. */
export async function saveClub({ settings, place, options, signal }: CommandContext): Promise<string> {
  const began = performance.now();
  const now = new Date();
  const file = nameBackupFile({ given: place, dataDir: settings.dataDir, now });
  const mayReplace = options.replace ?? false;
  refuseToOverwrite(file, mayReplace);
  const { address, leave } = await reachClub(settings, options.sample ?? false);
  try {
    const client = await openBackupSession(address);
    const counts: number[] = [];
    try {
      const header = await takeSnapshot(client, settings, now);
      await writeBackupFile(
        file,
        exportClub(client, header, counts, () => {}),
        { mayReplace, signal },
      );
      await client.end();
      return report(file, header, counts, secondsSince(began));
    } finally {
      dropSession(client);
    }
  } finally {
    await leave();
  }
}

/** Of the database as it is now, in a transaction that stays open. */
export async function takeSnapshot(client: Client, settings: SecretSettings, now: Date): Promise<BackupHeader> {
  // Waits for migrations: a table rewrite would be empty in the snapshot.
  await client.query("select pg_advisory_lock_shared($1)", [migrationLock]);
  await client.query("begin transaction isolation level repeatable read, read only, deferrable");
  return describeClub(client, settings, now);
}

function report(file: string, header: BackupHeader, counts: number[], seconds: string): string {
  const which = header.is_sample ? "the sample club" : "the club";
  return `${productName} saved ${which} in ${seconds}: ${summarise(header.tables, counts)}.\n${file} (${sizeOf(statSync(file).size)})${warnOfSecret(header.auth_secret)}`;
}

function warnOfSecret(secret: BackupHeader["auth_secret"]): string {
  if (!secret) return "";
  return secret.value
    ? "\nIts auth secret is in the file too: who has the file has everything. Keep it where only you can read it."
    : "\nAUTH_SECRET is not in the file: keep it as well, somewhere else. Nobody could sign in with two factors without it.";
}

async function describeClub(client: ClientBase, settings: SecretSettings, now: Date): Promise<BackupHeader> {
  const migrations = await findAppliedMigrations(client);
  if (migrations.length === 0) {
    throw new OperatorError("There is no club in this database. Check DATA_DIR and DATABASE_URL.");
  }
  const { rows } = await client.query<{ server_version: string }>("show server_version");
  return {
    kind: "backup of a club",
    product: productName,
    format: formatVersion,
    created_at: now.toISOString(),
    is_sample: await holdsSampleClub(client),
    postgresql: rows[0]?.server_version ?? "",
    migrations,
    code: await findCode(client),
    tables: [...(await findClubTables(client)), ...((await hasQueue(client)) ? [waitingJobs] : [])],
    sequences: await findClubSequences(client),
    auth_secret: describeSecret(settings),
  };
}

/** Includes a generated secret; one set by AUTH_SECRET is the operator's to keep. */
function describeSecret({ authSecret, dataDir }: SecretSettings): BackupHeader["auth_secret"] {
  if (authSecret) return { fingerprint: fingerprintOf(authSecret) };
  const value = findAuthSecret(dataDir);
  return value ? { fingerprint: fingerprintOf(value), value } : null;
}

async function holdsSampleClub(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query("select exists (select from auth.users where email = $1) as is_sample", [
    sampleAccounts.admin.email,
  ]);
  return rows[0]?.is_sample;
}

/** Independent of the server's settings, and without time limits. */
const settings = [
  "set datestyle = 'ISO, YMD'",
  "set intervalstyle = 'postgres'",
  "set timezone = 'UTC'",
  "set extra_float_digits = 1",
  "set bytea_output = 'hex'",
  "set client_encoding = 'UTF8'",
  // Fails instead of silently omitting rows of tables with forced row-level security.
  "set row_security = off",
  "set statement_timeout = 0",
  "set lock_timeout = 0",
  "set idle_in_transaction_session_timeout = 0",
];

export async function openBackupSession(address: DatabaseAddress): Promise<Client> {
  const client = new Client(pgOptions(address));
  client.on("error", () => {});
  await client.connect();
  await client.query(settings.join(";"));
  return client;
}

/** Destroys the socket: during a COPY, `end` would wait forever. */
export function dropSession(client: Client): void {
  client.connection.stream.destroy();
}

/**
 * Uncompressed backup: header, rows in COPY's text format, trailer. Streams: only a few rows are in memory. @param counts
 * receives each table's row count, @param onRows the number of rows of each piece.
 */
export async function* exportClub(
  client: Client,
  header: BackupHeader,
  counts: number[],
  onRows: (count: number) => void,
): AsyncGenerator<Buffer> {
  const hash = createHash("sha256");
  const sealed = (bytes: Buffer) => {
    hash.update(bytes);
    return bytes;
  };
  yield sealed(Buffer.from(`-- ${JSON.stringify(header)}\n`));
  for (const table of header.tables) {
    yield sealed(Buffer.from(`${openingOf(table)}\n`));
    let rows = 0;
    for await (const bytes of readRows(client, table)) {
      const count = countLines(bytes);
      rows += count;
      onRows(count);
      yield sealed(bytes);
    }
    counts.push(rows);
    yield sealed(Buffer.from(`${closing}\n`));
  }
  yield Buffer.from(`-- ${JSON.stringify({ rows: counts, sha256: hash.digest("hex") })}\n`);
}

async function* readRows(client: Client, table: ClubTable): AsyncGenerator<Buffer> {
  try {
    yield* client.query(copyTo(`copy (${rowsOf(table)}) to stdout`));
  } catch (error) {
    throw new OperatorError(
      `PostgreSQL does not give the rows of ${table.schema}.${table.name}: ${(error as Error).message}.`,
    );
  }
}

function rowsOf(table: ClubTable): string {
  const all = `select ${columnList(table)} from ${qualified(table)}`;
  if (isLeftOut(table)) return `${all} where false`;
  return table === waitingJobs ? `${all} where ${isWaiting}` : all;
}
