import { createServer as createHttpServer, type Server } from "node:http";
import { type AddressInfo, createServer, type Server as SocketServer } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { getRequestListener, type HttpBindings, RequestError } from "@hono/node-server";
import type { Logger } from "pino";
import { internalErrorMessage } from "#shared/errors.ts";
import type { DatabaseAddress } from "../../platform/db/database-address.ts";
import { HttpError } from "../../platform/http/http-error.ts";
import { problemBody, problemHeaders } from "../../platform/http/problem.ts";
import { type Settings, withPort } from "../../settings.ts";
import { findOrCreateAuthSecret } from "./auth-secret.ts";
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
  /** Connections that keep a session use this address, never a pooler's. */
  directAddress: DatabaseAddress;
  authSecret: string;
  log: Logger;
  /** Returns true once shutdown begins, while requests are still served. */
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

type Fetch = (request: Request, bindings: HttpBindings) => Response | Promise<Response>;

interface Place {
  host: string;
  port: number;
}

const requestsMayTakeMilliseconds = 10_000;
const sweepMilliseconds = 50;

/** Against slowloris; 25 MiB take two minutes at 1.8 Mbit/s, which the files in deploy/ give too. Node's default is five minutes. */
export const patience = { headersTimeout: 10_000, requestTimeout: 120_000, connectionsCheckingInterval: 2_000 };

/** Resolves port 0 early, since the app needs its own URL. @throws Error naming the port. */
export async function findPort(place: Place): Promise<number> {
  const server = createServer();
  await open(server, place);
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** @returns graceful close, 10 seconds at most. */
export async function listen(fetch: Fetch, place: Place, given = patience): Promise<() => Promise<void>> {
  const answer = getRequestListener((request, bindings) => fetch(request, bindings as HttpBindings), {
    errorHandler: answerUnreadable,
  });
  const server = createHttpServer(given, answer);
  await open(server, place);
  return () => close(server);
}

/** For requests that never reach the app, such as a malformed Host. */
function answerUnreadable(error: unknown): Response {
  const refusal =
    error instanceof RequestError
      ? new HttpError("bad_request", "The address or the host of this request is not valid.")
      : new HttpError("internal_error", internalErrorMessage);
  return new Response(problemBody(refusal), { status: refusal.status, headers: problemHeaders });
}

function open(server: SocketServer, { host, port }: Place): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error) => reject(new Error(explain(error, { host, port }), { cause: error })));
    server.listen(port, host, resolve);
  });
}

function explain(error: NodeJS.ErrnoException, { host, port }: Place): string {
  switch (error.code) {
    case "EADDRINUSE":
      return `Port ${port} is already in use, perhaps by another club. Stop that program, or choose another port: PORT=${port + 1}.`;
    case "EACCES":
      return `This user may not listen on port ${port}. Choose one above 1023, such as PORT=3000.`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return `HOST=${host} is no address of this machine. Choose one of its own, such as 127.0.0.1, or 0.0.0.0 for all.`;
    default:
      return `Listening on ${host}, port ${port} failed: ${error.message}`;
  }
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    // Keep-alive connections would delay closing.
    const sweep = setInterval(() => server.closeIdleConnections(), sweepMilliseconds);
    const cut = setTimeout(() => server.closeAllConnections(), requestsMayTakeMilliseconds);
    server.close(() => {
      clearInterval(sweep);
      clearTimeout(cut);
      resolve();
    });
  });
}
