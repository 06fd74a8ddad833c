import { join } from "node:path";
import { sql } from "kysely";
import { runner } from "node-pg-migrate";
import { Client, type ClientBase } from "pg";
import type { Database } from "./connect.ts";
import { type DatabaseAddress, pgOptions } from "./database-address.ts";
import { ensureRoles, refuseTemporaryTables } from "./roles.ts";

/** Arbitrary advisory lock key, the same in every process. */
export const migrationLock = 7_315_842;

/**
 * Serialised by an advisory lock. @param root with `migrations/`. @throws MissingRolesError without the right to create
 * roles.
 */
export async function migrate(address: DatabaseAddress, root: string): Promise<void> {
  const client = new Client(pgOptions(address));
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [migrationLock]);
    await ensureRoles(client);
    await refuseTemporaryTables(client);
    await applyMigrations(client, root);
  } finally {
    await client.end();
  }
}

/** The caller holds the lock and has created the roles. */
export async function applyMigrations(client: ClientBase, root: string, count?: number): Promise<void> {
  await runner({
    dbClient: client,
    dir: join(root, "migrations"),
    direction: "up",
    ...(count !== undefined && { count }),
    migrationsTable: "applied",
    migrationsSchema: "migrations",
    createMigrationsSchema: true,
    noLock: true,
    checkOrder: true,
    log: () => {},
  });
}

/** @throws while unreachable or not migrated. */
export async function assertMigrated(db: Database): Promise<void> {
  await sql`select 1 from user_roles limit 1`.execute(db);
}
