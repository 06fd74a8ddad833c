import { setTimeout as wait } from "node:timers/promises";
import type { Logger } from "pino";
import { type DatabaseAddress, describeAddress } from "../../platform/db/database-address.ts";
import type { Settings } from "../../settings.ts";
import { startEmbeddedPostgres } from "../embedded-postgres/embedded-postgres.ts";
import { findConnectionFailure } from "../embedded-postgres/find-connection-failure.ts";

type Log = Pick<Logger, "debug" | "info" | "warn" | "error">;

interface OpenDatabase {
  /** May be a pooler's. */
  address: DatabaseAddress;
  /** Of PostgreSQL itself: migrations, queue, notifications and backups keep a session. */
  direct: DatabaseAddress;
  /** Called when the embedded server cannot be restarted. */
  onLost(listener: (error: Error) => void): void;
  stop(): Promise<void>;
}

/** The sample club has its own folder: its passwords are public. @throws Error for the operator. */
export async function openDatabase(settings: Settings, log: Log): Promise<OpenDatabase> {
  const { databaseUrl, databaseDirectUrl, dataDir, isSampleClub } = settings;
  if (!databaseUrl) {
    const folder = isSampleClub ? "postgres-sample" : "postgres";
    const { address, onExit, stop } = await startEmbeddedPostgres({ dataDir, folder, log });
    return { address, direct: address, onLost: onExit, stop };
  }
  const address = { url: databaseUrl };
  const direct = databaseDirectUrl ? { url: databaseDirectUrl } : address;
  if (databaseDirectUrl) await waitForDatabase(direct, log, giveUpAfterMilliseconds, "DATABASE_DIRECT_URL");
  await waitForDatabase(address, log);
  return { address, direct, onLost: () => {}, stop: async () => {} };
}

const giveUpAfterMilliseconds = 30_000;
const longestWaitMilliseconds = 8000;

/** Permanent: wrong password or user, no such database. */
const refusals = ["28P01", "28000", "3D000"];

/** Retries while the database starts. @throws Error without the password. */
export async function waitForDatabase(
  address: DatabaseAddress,
  log: Pick<Logger, "warn">,
  withinMilliseconds = giveUpAfterMilliseconds,
  setting = "DATABASE_URL",
): Promise<void> {
  const deadline = Date.now() + withinMilliseconds;
  for (let pause = 250; ; pause = Math.min(2 * pause, longestWaitMilliseconds)) {
    const failure = await findConnectionFailure(address);
    if (!failure) return;
    if (refusals.includes(failure.code)) {
      throw new Error(`The ${describeAddress(address)} refuses the club: ${failure.reason}. Check ${setting}.`);
    }
    if (Date.now() + pause > deadline) {
      throw new Error(
        `The ${describeAddress(address)} did not answer within ${Math.round(withinMilliseconds / 1000)} seconds: ${failure.reason}. Check that it runs and that ${setting} is right.`,
      );
    }
    log.warn({ reason: failure.reason, retry_in_ms: pause }, "database unreachable, retrying");
    await wait(pause);
  }
}
