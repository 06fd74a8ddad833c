import type { ClientBase } from "pg";
import { club } from "#shared/club.ts";
import { sampleAccounts } from "../../sample/sample-club.ts";
import type { Settings } from "../../settings.ts";
import { findAuthSecret } from "../start/auth-secret.ts";
import { findAppliedMigrations } from "./applied-migrations.ts";
import { type BackupHeader, formatVersion } from "./backup-header.ts";
import { findClubSequences, findClubTables } from "./club-tables.ts";
import { OperatorError } from "./operator-error.ts";
import { fingerprintOf } from "./secret-fingerprint.ts";
import { hasQueue, waitingJobs } from "./waiting-jobs.ts";

/** The header of a backup of what this transaction sees. */
export async function describeClub(client: ClientBase, settings: Settings, now: Date): Promise<BackupHeader> {
  const migrations = await findAppliedMigrations(client);
  if (migrations.length === 0) {
    throw new OperatorError("There is no club in this database. Check DATA_DIR and DATABASE_URL.");
  }
  const { rows } = await client.query<{ server_version: string }>("show server_version");
  return {
    kind: "backup of a club",
    product: club.product,
    format: formatVersion,
    created_at: now.toISOString(),
    is_sample: await holdsSampleClub(client),
    postgresql: rows[0]?.server_version ?? "",
    migrations,
    tables: [...(await findClubTables(client)), ...((await hasQueue(client)) ? [waitingJobs] : [])],
    sequences: await findClubSequences(client),
    auth_secret: describeSecret(settings),
  };
}

/** What the operator sets is the operator's to keep; what the club made itself is part of it. */
function describeSecret({ authSecret, dataDir }: Settings): BackupHeader["auth_secret"] {
  if (authSecret) return { fingerprint: fingerprintOf(authSecret) };
  const value = findAuthSecret(dataDir);
  return value ? { fingerprint: fingerprintOf(value), value } : null;
}

/** Whether the database holds the sample club, whose people have a password that everybody knows. */
async function holdsSampleClub(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query("select exists (select from auth.users where email = $1) as is_sample", [
    sampleAccounts.admin.email,
  ]);
  return rows[0]?.is_sample;
}
