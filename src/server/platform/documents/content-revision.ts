import { setTimeout as wait } from "node:timers/promises";
import { Client } from "pg";
import type { Logger } from "pino";
import type { Database } from "../db/connect.ts";
import { type DatabaseAddress, pgOptions } from "../db/database-address.ts";

/** A notification can be missed, as while the connection is lost. */
const checkMilliseconds = 5000;
const connectWithinMilliseconds = 5000;

interface Given {
  db: Database;
  address: DatabaseAddress;
  log: Pick<Logger, "warn">;
  checkEveryMilliseconds?: number;
}

interface FollowedRevision {
  /** Empty until the content has changed for the first time. */
  current: () => string;
  stop: () => Promise<void>;
}

/** Knows the revision of the public pages' content: PostgreSQL notifies of a change, and it is read again every few seconds. */
export async function followContentRevision({
  db,
  address,
  log,
  checkEveryMilliseconds = checkMilliseconds,
}: Given): Promise<FollowedRevision> {
  const stopping = new AbortController();
  let revision = await readRevision(db);
  let connection: Client | undefined;
  let isKnown = true;

  const read = async () => {
    revision = await readRevision(db);
  };
  const listen = async () => {
    if (connection) return;
    const client = new Client({ ...pgOptions(address), connectionTimeoutMillis: connectWithinMilliseconds });
    // A lost connection would end the process otherwise; the next check makes another.
    client.on("error", () => {});
    client.once("end", () => {
      connection = undefined;
    });
    client.on("notification", () => void read().catch(() => {}));
    await client.connect();
    connection = client;
    await client.query("listen content_revision");
  };
  const check = async () => {
    // Read after it listens, so that no change falls between the two; without notifications it is still read.
    const errors: unknown[] = [];
    for (const step of [listen, read]) await step().catch((error: unknown) => errors.push(error));
    if (errors.length > 0 && isKnown) log.warn({ err: errors[0] }, "content revision not followed");
    isKnown = errors.length === 0;
  };
  const follow = async () => {
    while (!stopping.signal.aborted) {
      await check();
      await wait(checkEveryMilliseconds, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };
  const following = follow();
  return {
    current: () => revision,
    stop: async () => {
      stopping.abort();
      await following;
      await connection?.end();
    },
  };
}

async function readRevision(db: Database): Promise<string> {
  const row = await db.selectFrom("content_revisions").select("revision").executeTakeFirst();
  return row?.revision ?? "";
}
