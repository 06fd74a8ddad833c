import type { Client, ClientBase } from "pg";
import type { DatabaseAddress } from "../../platform/db/database-address.ts";
import { applyMigrations } from "../../platform/db/migrate.ts";
import type { BackupHeader } from "./backup-header.ts";
import { qualified } from "./club-tables.ts";
import { fillTables, jobsToQueue } from "./copy-rows.ts";
import { openTables } from "./drop-constraints.ts";
import type { FoundClub } from "./inspect-target.ts";
import { emptyLeftOutTables } from "./left-out-tables.ts";
import { readBackup } from "./read-backup.ts";
import { removeClub } from "./remove-club.ts";
import { emptyQueue, queueJobs } from "./waiting-jobs.ts";

interface Loading {
  client: Client;
  address: DatabaseAddress;
  root: string;
  file: string;
  header: BackupHeader;
  found: FoundClub;
  isSecretLost: boolean;
}

/**
 * Makes the database that the backup was taken from, fills it, and brings it up to today's migrations: all in the caller's
 * transaction, so that whatever fails, what was there is still there.
 * @returns what of the backup this version has no place for.
 */
export async function loadClub(loading: Loading): Promise<string[]> {
  const { client, address, root, file, header, found, isSecretLost } = loading;
  const within = withinTransaction(client);
  if (found.isMade) await removeClub(client);
  await emptyQueue(client);
  await applyMigrations(within, root, header.migrations.length);
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
  await applyMigrations(within, root);
  await emptyLeftOutTables(client);
  if (isSecretLost) await forgetEncrypted(client);
  const queues = await queueJobs(client, address, jobsToQueue.name);
  return [...tables.map((name) => `table ${name}`), ...queues.map((name) => `jobs of ${name}`)];
}

/** Throws away what was encrypted with a secret that is lost, which would only be in the way: nobody can read it. */
async function forgetEncrypted(client: ClientBase): Promise<void> {
  await client.query("delete from auth.two_factors");
  await client.query("update auth.users set two_factor_enabled = false where two_factor_enabled");
  await client.query("delete from auth.jwks");
}

/** The connection for somebody who begins and commits transactions of their own, all of them within the one it is in. */
function withinTransaction(client: ClientBase): ClientBase {
  const query = (text: string, values?: unknown[]) => client.query(/^(BEGIN|COMMIT);?$/.test(text) ? "" : text, values);
  return Object.create(client, { query: { value: query } });
}
