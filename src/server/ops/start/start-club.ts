import { setTimeout as wait } from "node:timers/promises";
import type { Logger } from "pino";
import type { DatabaseAddress } from "../../platform/db/database-address.ts";
import { type Settings, withPort } from "../../settings.ts";
import { findOrCreateAuthSecret } from "./auth-secret.ts";
import { type Fetch, findPort, listen } from "./listen.ts";
import { openDatabase } from "./open-database.ts";
import type { Welcome } from "./welcome.ts";

/** Longer than mails in flight take. */
const closesWithinMilliseconds = 17_000;

export interface Club {
  fetch: Fetch;
  welcome: Welcome;
  close(): Promise<void>;
}

export interface ClubContext {
  settings: Settings;
  address: DatabaseAddress;
  /** For what keeps a session: not a pooler's. */
  directAddress: DatabaseAddress;
  authSecret: string;
  log: Logger;
  /** True once shutdown begins, while requests are still served. */
  isStopping(): boolean;
}

export interface RunningClub {
  welcome: Welcome;
  /** Called when the database is lost for good. */
  onLost(listener: (error: Error) => void): void;
  /** Graceful: finishes requests, then closes in reverse order. */
  stop(): Promise<void>;
}

/** Starts in order; on failure stops what was started. */
export async function startClub(
  given: Settings,
  log: Logger,
  openApp: (context: ClubContext) => Promise<Club>,
): Promise<RunningClub> {
  const stops: (() => Promise<void>)[] = [];
  let isStopping = false;
  const stop = () => {
    isStopping = true;
    return stopAll(stops.splice(0).reverse(), log);
  };
  try {
    // Before the port: a second start must report the locked folder, not the port.
    const database = await openDatabase(given, log);
    stops.push(database.stop);
    const settings = withPort(given, await findPort(given));
    const authSecret = settings.authSecret ?? findOrCreateAuthSecret(settings.dataDir);
    const club = await openApp({
      settings,
      address: database.address,
      directAddress: database.direct,
      authSecret,
      log,
      isStopping: () => isStopping,
    });
    stops.push(() => closeInTime(club));
    stops.push(await listen(club.fetch, settings));
    if (settings.drainSeconds > 0) stops.push(() => wait(settings.drainSeconds * 1000));
    return { welcome: club.welcome, onLost: database.onLost, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A hanging statement is ended by stopping the database. */
async function closeInTime(club: Club): Promise<void> {
  const patience = new AbortController();
  const tooLate = wait(closesWithinMilliseconds, undefined, { signal: patience.signal }).then(() => {
    throw new Error("It did not close in time.");
  });
  await Promise.race([club.close(), tooLate]).finally(() => patience.abort());
}

/** Continues after a failure: the database must still be stopped. */
async function stopAll(stops: (() => Promise<void>)[], log: Logger): Promise<void> {
  for (const stop of stops) {
    await stop().catch((error: Error) => log.error({ err: error }, "shutdown step failed"));
  }
}
