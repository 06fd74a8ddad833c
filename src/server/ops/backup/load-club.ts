import type { Client } from "pg";
import type { DatabaseAddress } from "../../platform/db/database-address.ts";
import { applyMigrations } from "../../platform/db/migrate.ts";
import type { BackupHeader } from "./backup-header.ts";
import { qualified } from "./club-tables.ts";
import { fillTables, jobsToQueue } from "./copy-rows.ts";
import { openTables } from "./drop-constraints.ts";
import { forgetEncrypted } from "./forget-encrypted.ts";
import type { FoundClub } from "./inspect-target.ts";
import { emptyLeftOutTables } from "./left-out-tables.ts";
import { readBackup } from "./read-backup.ts";
import { removeClub } from "./remove-club.ts";
import { emptyQueue, queueJobs } from "./waiting-jobs.ts";
import { withinTransaction } from "./within-transaction.ts";

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
