import { join } from "node:path";
import { runner } from "node-pg-migrate";
import { Client, type ClientBase } from "pg";
import { type DatabaseAddress, pgOptions } from "./database-address.ts";
import { ensureRoles, refuseTemporaryTables } from "./roles.ts";

/** Any number will do, as long as every process of the club uses the same. */
export const migrationLock = 7_315_842;

/**
 * Brings the database up to the newest migration; processes that start at once take turns.
 * @param root folder of the project, which holds `migrations/`.
 * @throws MissingRolesError when the database user may not make the club's roles.
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

/**
 * Applies what is not applied yet. The caller has the lock and has made the roles.
 * @param count of migrations to apply at most.
 */
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
