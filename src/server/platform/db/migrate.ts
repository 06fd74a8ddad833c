import { readdirSync } from "node:fs";
import { join, parse } from "node:path";
import { sql } from "kysely";
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
    if (!(await isMigrated(client, root))) await applyMigrations(client, root);
  } finally {
    await client.end();
  }
}

/** Spares most starts the runner, which loads much and reads every file. */
async function isMigrated(client: ClientBase, root: string): Promise<boolean> {
  const known = await client.query("select to_regclass('migrations.applied') is not null as is_there");
  if (!known.rows[0]?.is_there) return false;
  const { rows } = await client.query<{ name: string }>("select name from migrations.applied order by id");
  const names = readdirSync(join(root, "migrations")).map((file) => parse(file).name);
  return names.sort().join() === rows.map(({ name }) => name).join();
}

/** The caller holds the lock and has created the roles. */
export async function applyMigrations(client: ClientBase, root: string, count?: number): Promise<void> {
  const { runner } = await import("node-pg-migrate");
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
