import { setTimeout as wait } from "node:timers/promises";
import { Kysely, PostgresDialect } from "kysely";
import { Pool, TypeOverrides } from "pg";
import type { Tracing } from "../tracing/tracing.ts";
import type { DB } from "./database.generated.ts";
import { type DatabaseAddress, pgOptions } from "./database-address.ts";
import { createReadAs, type ReadAs } from "./read-as.ts";
import { createReplica, type ReplicaReads } from "./replica.ts";
import { withUtcMoments } from "./utc-moments.ts";

export type Database = Kysely<DB>;

const json = 114;
const jsonb = 3802;
const int8 = 20;
const date = 1082;
const connectWithinMilliseconds = 5000;
/** Meanwhile a request waits that the primary could answer. */
const connectReplicaWithinMilliseconds = 1000;
/** Each keeps 5 to 20 MB of PostgreSQL. */
const idleMilliseconds = 30_000;

export interface PoolState {
  total: number;
  idle: number;
  waiting: number;
}

export interface DatabaseConnection {
  /** The tables' owner, for auth, migrations and jobs. Features use asActor. */
  db: Database;
  readAs: ReadAs;
  replica: WatchedReplica | undefined;
  poolState(): PoolState;
  close(): Promise<void>;
}

export interface DatabaseSetup {
  place: "embedded" | "operator";
  hasPooler: boolean;
  isPrepared: boolean;
  replica: WatchedReplica | undefined;
}

interface ConnectionOptions {
  isPrepared?: boolean;
  replica?: DatabaseAddress | undefined;
  tracing?: Tracing | undefined;
}

/**
 * Lazy, reconnecting pools. @param maximumConnections per process and server; PostgreSQL's limit is shared.
 * isPrepared: not behind a pooler that keeps no prepared statements.
 */
export function connectDatabase(
  address: DatabaseAddress,
  maximumConnections = 10,
  { isPrepared = true, replica: replicaAddress, tracing }: ConnectionOptions = {},
): DatabaseConnection {
  const pool = openPool(address, maximumConnections, connectWithinMilliseconds);
  const replicaPool = replicaAddress && openPool(replicaAddress, maximumConnections, connectReplicaWithinMilliseconds);
  tracing?.watchStatements(pool, "primary");
  if (replicaPool) tracing?.watchStatements(replicaPool, "replica");
  const replica = replicaPool && createReplica(replicaPool, isPrepared);
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  const poolState = () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount });
  return {
    db,
    readAs: createReadAs(pool, isPrepared, replica),
    replica: replica && { reads: replica.reads, readState: () => readReplicaState(pool, replicaPool) },
    poolState,
    close: async () => {
      await close(db, pool);
      await replicaPool?.end();
    },
  };
}

function openPool(address: DatabaseAddress, max: number, connectionTimeoutMillis: number): Pool {
  const types = new TypeOverrides();
  // Counts as numbers, not strings: they fit a double.
  types.setTypeParser(int8, Number);
  // A day has no time zone: a Date would be the server's midnight.
  types.setTypeParser(date, String);
  for (const type of [json, jsonb]) types.setTypeParser(type, (text) => JSON.parse(withUtcMoments(text)));
  const pool = new Pool({
    ...pgOptions(address),
    types,
    max,
    connectionTimeoutMillis,
    idleTimeoutMillis: idleMilliseconds,
  });
  // The statement fails anyway; without a listener the process would exit.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

/** Kysely leaves a pool open that it has never used itself. */
async function close(db: Database, pool: Pool): Promise<void> {
  await db.destroy();
  if (!pool.ending) await pool.end();
}

export interface ReplicaState {
  isUp: boolean;
  /** The replica has not replayed this much yet; `null` while it does not answer. */
  lagBytes: number | null;
  lagSeconds: number | null;
}

export interface WatchedReplica {
  /** Of this process, since it started. */
  reads: Readonly<ReplicaReads>;
  readState(): Promise<ReplicaState>;
}

const answersWithinMilliseconds = 2000;
/** After an idle hour the latest commit is an hour old, and the next one takes a moment to arrive. */
const catchesUpMilliseconds = 200;

const away: ReplicaState = { isUp: false, lagBytes: null, lagSeconds: null };

const readPlace = "select pg_current_wal_flush_lsn()::text as place";

/** A server that is no replica any more is not read, so it counts as away. */
const readLag = `
  select pg_is_in_recovery() as is_replica,
         greatest(0, pg_wal_lsn_diff($1::pg_lsn, pg_last_wal_replay_lsn()))::float8 as bytes,
         greatest(0, extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp()))::float8 as seconds`;

/** Reads how far the replica is behind the primary's log. @throws while the primary does not answer. */
async function readReplicaState(primary: Pool, replica: Pool): Promise<ReplicaState> {
  const [{ place }] = (await primary.query(readPlace)).rows;
  const readOnce = async (): Promise<ReplicaState> => {
    const statement = { text: readLag, values: [place], query_timeout: answersWithinMilliseconds };
    const [{ is_replica, bytes, seconds }] = (await replica.query(statement)).rows;
    if (!is_replica) return away;
    return { isUp: true, lagBytes: bytes, lagSeconds: bytes === 0 ? 0 : seconds };
  };
  try {
    const state = await readOnce();
    if (!state.lagBytes) return state;
    await wait(catchesUpMilliseconds);
    return await readOnce();
  } catch {
    return away;
  }
}
