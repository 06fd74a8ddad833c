import { statSync } from "node:fs";
import type { Client } from "pg";
import { club } from "#shared/club.ts";
import { migrationLock } from "../../platform/db/migrate.ts";
import type { Settings } from "../../settings.ts";
import { nameBackupFile, refuseToOverwrite, writeBackupFile } from "./backup-file.ts";
import type { BackupHeader } from "./backup-header.ts";
import { dropSession, openBackupSession } from "./backup-session.ts";
import { reachClub } from "./connect-source.ts";
import { describeClub } from "./describe-club.ts";
import { exportClub } from "./export-club.ts";
import type { CommandContext } from "./operator-command.ts";
import { secondsSince, sizeOf, summarise } from "./words.ts";

/** `npm run backup`: writes all of the club, as it is at one moment, into one file. @returns what it did, in words. */
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
      await writeBackupFile(file, exportClub(client, header, counts), { mayReplace, signal });
      await client.end();
      return report(file, header, counts, secondsSince(began));
    } finally {
      dropSession(client);
    }
  } finally {
    await leave();
  }
}

/** From here on the connection sees the club as it is now, however it changes. */
async function takeSnapshot(client: Client, settings: Settings, now: Date): Promise<BackupHeader> {
  // A migration that rewrites a table would leave the snapshot an empty one: it waits, or we do.
  await client.query("select pg_advisory_lock_shared($1)", [migrationLock]);
  await client.query("begin transaction isolation level repeatable read, read only, deferrable");
  return describeClub(client, settings, now);
}

function report(file: string, header: BackupHeader, counts: number[], seconds: string): string {
  const which = header.is_sample ? "the sample club" : "the club";
  return `${club.product} saved ${which} in ${seconds}: ${summarise(header.tables, counts)}.\n${file} (${sizeOf(statSync(file).size)})${warnOfSecret(header.auth_secret)}`;
}

function warnOfSecret(secret: BackupHeader["auth_secret"]): string {
  if (!secret) return "";
  return secret.value
    ? "\nIts auth secret is in the file too: who has the file has everything. Keep it where only you can read it."
    : "\nAUTH_SECRET is not in the file: keep it as well, somewhere else. Nobody could sign in with two factors without it.";
}
