import { createHash } from "node:crypto";
import { createReadStream, statSync } from "node:fs";
import { pipeline } from "node:stream/promises";
import type { Client } from "pg";
import { writeBackupFile } from "./backup-file.ts";
import { BackupFileError, type BackupHeader, countLines } from "./backup-format.ts";
import { countRows, isLeftOut } from "./club-tables.ts";
import { exportClub } from "./export-club.ts";
import { readBackup } from "./read-backup.ts";
import { type SecretSettings, takeSnapshot } from "./save-club.ts";

interface Progress {
  rows_total: number;
  rows_written: number;
  rows_read_back: number;
}

interface Options {
  settings: SecretSettings;
  now: Date;
  signal: AbortSignal;
  onProgress: (progress: Progress) => Promise<void>;
}

/** Writes the file and reads it back. @throws BackupFileError when it does not hold what was written. */
export async function writeVerifiedBackup(
  client: Client,
  file: string,
  { settings, now, signal, onProgress }: Options,
): Promise<Progress & { bytes: number; sha256: string }> {
  const header = await takeSnapshot(client, settings, now);
  const progress = { rows_total: await countAll(client, header), rows_written: 0, rows_read_back: 0 };
  const counts: number[] = [];
  const text = exportClub(client, header, counts, (count) => {
    progress.rows_written += count;
  });
  const reported = async function* () {
    for await (const bytes of text) {
      yield bytes;
      await onProgress(progress);
    }
  };
  await writeBackupFile(file, reported(), { mayReplace: false, signal });
  const parts = readBackup(file);
  for (;;) {
    signal.throwIfAborted();
    const { done, value } = await parts.next();
    if (done) {
      if (String(value.rows) !== String(counts)) throw new BackupFileError(file, "holds other rows than were written.");
      break;
    }
    if (value.kind === "rows") progress.rows_read_back += countLines(value.bytes);
    await onProgress(progress);
  }
  return { ...progress, bytes: statSync(file).size, sha256: await hashOf(file) };
}

async function countAll(client: Client, { tables }: BackupHeader): Promise<number> {
  let total = 0;
  for (const table of tables) if (!isLeftOut(table)) total += await countRows(client, table);
  return total;
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}
