import { createHash, randomBytes } from "node:crypto";
import { createReadStream, existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { hostname } from "node:os";
import { basename, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { sql, type Transaction } from "kysely";
import type { Client } from "pg";
import type { Logger } from "pino";
import type { Backups } from "../../context.ts";
import type { Database } from "../../platform/db/connect.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import type { DatabaseAddress } from "../../platform/db/database-address.ts";
import type { AsOwner } from "../../platform/db/types.ts";
import type { Settings } from "../../settings.ts";
import { nameBackupFile, writeBackupFile } from "./backup-file.ts";
import { BackupFileError, type BackupHeader, countLines } from "./backup-format.ts";
import { countRows, isLeftOut } from "./club-tables.ts";
import { OperatorError } from "./operator-command.ts";
import { readBackup } from "./read-backup.ts";
import { dropSession, exportClub, openBackupSession, type SecretSettings, takeSnapshot } from "./save-club.ts";

interface Options extends Pick<Settings, "dataDir" | "backupsKept" | "authSecret"> {
  db: Database;
  asOwner: AsOwner;
  address: DatabaseAddress;
  log: Logger;
  now: () => Date;
}

/** Arbitrary advisory lock key: held by the process that makes a backup. */
const backupLock = 7_315_843;
const stateLock = 7_315_844;
const nightlyAfterMilliseconds = 20 * 60 * 60 * 1000;
const saveProgressMilliseconds = 1000;
const failedDays = 14;

/** All processes together make one backup at a time; each is on the machine that made it. */
export function createBackups({ db, asOwner, address, log, now, ...settings }: Options): Backups {
  const host = hostname();
  const folder = join(settings.dataDir, "backups");
  const stopping = new AbortController();
  let current: Promise<void> = Promise.resolve();

  /** @returns the row, and `done` unless another one is being made. */
  const begin = async (actorId: string | null): Promise<{ id: string; done?: Promise<void> }> => {
    const client = await openBackupSession(address);
    try {
      const { id, name } = await asOwner(actorId, async (tx, effects) => {
        await lockStates(tx);
        const { rows } = await client.query("select pg_try_advisory_lock($1) as is_ours", [backupLock]);
        if (!rows[0]?.is_ours) return { ...(await findNewest(tx)), name: undefined };
        await closeInterrupted(tx);
        const values = { name: newName(), host, requested_by: actorId, created_at: now() };
        const row = tx.insertInto("backups").values(values).returning(["id", "name"]);
        if (actorId) effects.audit("backup_requested", null, { name: values.name });
        return row.executeTakeFirstOrThrow();
      });
      if (!name) {
        dropSession(client);
        return { id };
      }
      const done = make(id, name, client).finally(() => dropSession(client));
      current = done.catch(() => {});
      return { id, done };
    } catch (error) {
      dropSession(client);
      throw error;
    }
  };

  /** Two of one second differ. */
  const newName = () => {
    const file = basename(nameBackupFile({ given: undefined, dataDir: settings.dataDir, now: now() }), ".backup");
    return `${file}-${randomBytes(2).toString("hex")}.backup`;
  };

  const make = async (id: string, name: string, client: Client) => {
    const file = join(folder, name);
    let savedAt = 0;
    try {
      const facts = await writeVerifiedBackup(client, file, {
        settings,
        now: now(),
        signal: stopping.signal,
        onProgress: async (progress) => {
          if (performance.now() - savedAt < saveProgressMilliseconds) return;
          savedAt = performance.now();
          await db.updateTable("backups").set(progress).where("id", "=", id).execute();
        },
      });
      await asOwner(null, async (tx) => {
        await lockStates(tx);
        const row = tx.updateTable("backups").where("id", "=", id);
        await row.set({ ...facts, state: "verified", finished_at: now() }).execute();
        await client.query("select pg_advisory_unlock($1)", [backupLock]);
      });
      log.info({ backup: name, bytes: facts.bytes }, "backup verified");
      await removeOld();
    } catch (error) {
      dropSession(client);
      const reason = stopping.signal.aborted ? "The process was stopped." : reasonOf(error);
      log.error({ backup: name, reason, err: error }, "backup failed");
      if (existsSync(file)) rmSync(file);
      const row = db.updateTable("backups").where("id", "=", id).where("state", "=", "running");
      await row.set({ state: "failed", reason, finished_at: now() }).execute();
      throw error;
    }
  };

  /** The processes that made them have ended: this one has the lock. */
  const closeInterrupted = async (tx: Transaction<DB>) => {
    const interrupted = await tx
      .updateTable("backups")
      .set({ state: "failed", reason: "The process that made it ended.", finished_at: now() })
      .where("state", "=", "running")
      .returning(["name", "host"])
      .execute();
    for (const { name } of interrupted.filter((row) => row.host === host)) removeFiles(name);
  };

  const removeFiles = (name: string) => {
    if (!existsSync(folder)) return;
    const files = readdirSync(folder).filter((file) => file === name || file.startsWith(`${name}.`));
    for (const file of files) rmSync(join(folder, file), { force: true });
  };

  /** Files of this machine that are not among the newest of all machines. */
  const removeOld = async () => {
    const verified = db.selectFrom("backups").select("id").where("state", "=", "verified");
    const kept = verified.orderBy("created_at", "desc").limit(settings.backupsKept);
    const old = await db
      .selectFrom("backups")
      .select(["id", "name"])
      .where("host", "=", host)
      .where("state", "=", "verified")
      .where("id", "not in", kept)
      .execute();
    for (const { id, name } of old) {
      removeFiles(name);
      await db.deleteFrom("backups").where("id", "=", id).execute();
    }
    const failedBefore = new Date(now().getTime() - failedDays * 24 * 60 * 60 * 1000);
    await db.deleteFrom("backups").where("state", "=", "failed").where("created_at", "<", failedBefore).execute();
  };

  const hasFile = (name: string) => existsSync(join(folder, basename(name)));

  return {
    host,
    hasFile,
    start: async (actorId) => {
      const { id, done } = await begin(actorId);
      // Failures are in the row and the log.
      done?.catch(() => {});
      return id;
    },
    open: async (name) => {
      const file = join(folder, basename(name));
      return existsSync(file) ? createReadStream(file) : undefined;
    },
    makeNightly: async () => {
      const recent = await db
        .selectFrom("backups")
        .select(["name", "host"])
        .where("state", "=", "verified")
        .where("created_at", ">", new Date(now().getTime() - nightlyAfterMilliseconds))
        .execute();
      if (!recent.some((row) => row.host !== host || hasFile(row.name))) await (await begin(null)).done;
    },
    close: async () => {
      stopping.abort();
      await current;
    },
  };
}

/** The lock is held until the end of the transaction: state and lock of a backup change together. */
const lockStates = (tx: Transaction<DB>) => sql`select pg_advisory_xact_lock(${stateLock})`.execute(tx);

const findNewest = (tx: Transaction<DB>) =>
  tx.selectFrom("backups").select("id").orderBy("created_at", "desc").executeTakeFirstOrThrow();

/** PostgreSQL's details may quote a row. */
const reasonOf = (error: unknown): string => {
  if (error instanceof OperatorError) return error.message;
  const { code } = error as { code?: string };
  if (code === "ENOSPC") return "The disk is full.";
  return code ? `Error ${code}.` : "An unexpected error; the log has it.";
};

interface Progress {
  rows_total: number;
  rows_written: number;
  rows_read_back: number;
}

interface WriteOptions {
  settings: SecretSettings;
  now: Date;
  signal: AbortSignal;
  onProgress: (progress: Progress) => Promise<void>;
}

/** Writes the file and reads it back. @throws BackupFileError when it does not hold what was written. */
async function writeVerifiedBackup(
  client: Client,
  file: string,
  { settings, now, signal, onProgress }: WriteOptions,
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
