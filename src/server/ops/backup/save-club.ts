import { statSync } from "node:fs";
import type { Client, ClientBase } from "pg";
import { productName } from "#shared/settings/club.ts";
import { findAppliedMigrations, findCode, migrationLock } from "../../platform/db/apply-schema.ts";
import { sampleAccounts } from "../../sample/sample-club.ts";
import type { Settings } from "../../settings.ts";
import { findAuthSecret } from "../start/auth-secret.ts";
import { nameBackupFile, refuseToOverwrite, writeBackupFile } from "./backup-file.ts";
import { type BackupHeader, formatVersion } from "./backup-format.ts";
import { dropSession, openBackupSession } from "./backup-session.ts";
import { findClubSequences, findClubTables, summarise } from "./club-tables.ts";
import { reachClub } from "./connect-source.ts";
import { exportClub } from "./export-club.ts";
import { type CommandContext, OperatorError, secondsSince, sizeOf } from "./operator-command.ts";
import { fingerprintOf } from "./secret-plan.ts";
import { hasQueue, waitingJobs } from "./waiting-jobs.ts";

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
