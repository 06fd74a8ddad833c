import { Kysely } from "kysely";
import { PostgresJSDialect } from "kysely-postgres-js";
import postgres from "postgres";
import type { DB } from "./database.generated.ts";
import { type DatabaseAddress, postgresOptions } from "./database-address.ts";

export type Database = Kysely<DB>;

const int8 = 20;

export interface DatabaseConnection {
  /** Runs as the owner of the tables: for auth, migrations and jobs only. Features go through asActor. */
  db: Database;
  close(): Promise<void>;
}

/**
 * Opens the pool that this process shares; connections are made when they are first needed and made again when lost.
 * @param maximumConnections of this process; PostgreSQL's own limit is shared by all processes.
 */
export function connectDatabase(address: DatabaseAddress, maximumConnections = 10): DatabaseConnection {
  const pool = postgres({
    ...postgresOptions(address),
    max: maximumConnections,
    connect_timeout: 5,
    idle_timeout: 60,
    onnotice: () => {},
    // Counts fit a double; as text they would turn sums into concatenations.
    types: { bigint: { to: int8, from: [int8], serialize: String, parse: Number } },
  });
  const db = new Kysely<DB>({ dialect: new PostgresJSDialect({ postgres: pool }) });
  return { db, close: () => db.destroy() };
}
