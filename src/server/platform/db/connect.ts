import { Kysely, PostgresDialect } from "kysely";
import { Pool, TypeOverrides } from "pg";
import type { DB } from "./database.generated.ts";
import { type DatabaseAddress, pgOptions } from "./database-address.ts";
import { createReadAs, type ReadAs } from "./read-as.ts";

export type Database = Kysely<DB>;

const int8 = 20;
const connectWithinMilliseconds = 5000;
const idleMilliseconds = 60_000;

export interface PoolState {
  total: number;
  idle: number;
  waiting: number;
}

export interface DatabaseConnection {
  /** Runs as the owner of the tables: for auth, migrations and jobs only. Features go through asActor. */
  db: Database;
  readAs: ReadAs;
  /** How many connections there are, how many of them nobody uses, and how many statements wait for one. */
  poolState(): PoolState;
  close(): Promise<void>;
}

/**
 * Opens the pool that this process shares; connections are made when they are first needed and made again when lost.
 * @param maximumConnections of this process; PostgreSQL's own limit is shared by all processes.
 */
export function connectDatabase(address: DatabaseAddress, maximumConnections = 10): DatabaseConnection {
  const types = new TypeOverrides();
  // Counts fit a double; as text they would turn sums into concatenations.
  types.setTypeParser(int8, Number);
  const pool = new Pool({
    ...pgOptions(address),
    types,
    max: maximumConnections,
    connectionTimeoutMillis: connectWithinMilliseconds,
    idleTimeoutMillis: idleMilliseconds,
  });
  // A connection that is lost fails the statement that used it; without a listener it would end the process as well.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  const poolState = () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount });
  return { db, readAs: createReadAs(pool), poolState, close: () => db.destroy() };
}
