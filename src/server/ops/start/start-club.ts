import { setTimeout as wait } from "node:timers/promises";
import type { Logger } from "pino";
import type { DatabaseAddress } from "../../platform/db/database-address.ts";
import { type Settings, withPort } from "../../settings.ts";
import { findOrCreateAuthSecret } from "./auth-secret.ts";
import { type Fetch, findPort, listen } from "./listen.ts";
import { openDatabase } from "./open-database.ts";
import type { Welcome } from "./welcome.ts";

/** Longer than the mails that are being sent may take. */
const closesWithinMilliseconds = 17_000;

/** A club on a database that answers: migrated, its jobs running, ready for requests. */
export interface Club {
  fetch: Fetch;
  welcome: Welcome;
  /** Stops the jobs and closes the pools. */
  close(): Promise<void>;
}

export interface ClubContext {
  settings: Settings;
  address: DatabaseAddress;
  authSecret: string;
  log: Logger;
  /** From the moment the club is told to stop; its requests are answered a while longer. */
  isStopping(): boolean;
}

export interface RunningClub {
  welcome: Welcome;
  /** Calls the listener when the club has lost its database for good. */
  onLost(listener: (error: Error) => void): void;
  /** Finishes the requests in flight, then closes everything in the reverse order of its start. */
  stop(): Promise<void>;
}

/** Starts database, club and server, in this order; when one fails, what was started is stopped again. */
export async function startClub(
  given: Settings,
  log: Logger,
  openClub: (context: ClubContext) => Promise<Club>,
): Promise<RunningClub> {
  const stops: (() => Promise<void>)[] = [];
  let isStopping = false;
  const stop = () => {
    isStopping = true;
    return stopAll(stops.splice(0).reverse(), log);
  };
  try {
    // Before the port: who starts the same club twice has to learn that, and not to choose another port.
    const database = await openDatabase(given, log);
    stops.push(database.stop);
    const settings = withPort(given, await findPort(given));
    const authSecret = settings.authSecret ?? findOrCreateAuthSecret(settings.dataDir);
    const club = await openClub({
      settings,
      address: database.address,
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

/** A statement that a call left behind when it was cut off can last for ever: stopping the database is what ends it. */
async function closeInTime(club: Club): Promise<void> {
  const patience = new AbortController();
  const tooLate = wait(closesWithinMilliseconds, undefined, { signal: patience.signal }).then(() => {
    throw new Error("It did not close in time.");
  });
  await Promise.race([club.close(), tooLate]).finally(() => patience.abort());
}

/** One that fails must not keep the rest from being stopped, least of all the database. */
async function stopAll(stops: (() => Promise<void>)[], log: Logger): Promise<void> {
  for (const stop of stops) {
    await stop().catch((error: Error) => log.error({ err: error }, "A part of the club did not stop in good order"));
  }
}
