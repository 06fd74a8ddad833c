import { readdirSync } from "node:fs";
import { join } from "node:path";
import { CompiledQuery, sql } from "kysely";
import { Client, type ClientBase } from "pg";
import type { Logger } from "pino";
import { databaseUnavailableMessage } from "#shared/errors.ts";
import { HttpError } from "../http/http-error.ts";
import type { Database } from "./connect.ts";
import { type DatabaseAddress, pgOptions } from "./database-address.ts";
import { assertRights, WrongRightsError } from "./rights.ts";
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
    // Spares most starts the runner, which loads much and reads every file.
    const isCurrent = (await findAppliedMigrations(client)).join() === listMigrations(root).join();
    if (!isCurrent) await applyMigrations(client, root);
  } finally {
    await client.end();
  }
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

/** In order; empty when the database is not a club's. */
export async function findAppliedMigrations(client: ClientBase): Promise<string[]> {
  const { rows: found } = await client.query("select to_regclass('migrations.applied') is not null as is_there");
  if (!found[0]?.is_there) return [];
  const { rows } = await client.query<{ name: string }>("select name from migrations.applied order by run_on, id");
  return rows.map(({ name }) => name);
}

/** Of this version, in order. */
export const listMigrations = (root: string): string[] =>
  readdirSync(join(root, "migrations"))
    .filter((name) => name.endsWith(".sql"))
    .map((name) => name.slice(0, -".sql".length))
    .toSorted();

/** Before anybody is served. @throws WrongRightsError with the cure. */
export async function refuseWrongRights(address: DatabaseAddress): Promise<void> {
  const client = new Client(pgOptions(address));
  client.on("error", () => {});
  await client.connect();
  try {
    await assertRights(async (query) => (await client.query<{ line: string }>(query)).rows.map(({ line }) => line));
  } finally {
    await client.end();
  }
}

/** The catalogue is compared again after so long. */
const rightsKeptMilliseconds = 30_000;

/** @throws while unreachable, not migrated, or with other rights than those of this version. */
export function createReadinessCheck(db: Database, log: Pick<Logger, "error">): () => Promise<void> {
  let checkedAt = Number.NEGATIVE_INFINITY;
  const read = async (query: string) =>
    (await db.executeQuery<{ line: string }>(CompiledQuery.raw(query))).rows.map(({ line }) => line);
  return async () => {
    await sql`select 1 from user_roles limit 1`.execute(db);
    if (performance.now() - checkedAt < rightsKeptMilliseconds) return;
    try {
      await assertRights(read);
    } catch (error) {
      if (!(error instanceof WrongRightsError)) throw error;
      log.error({ differences: error.differences.slice(0, 20) }, "rights of the database differ");
      throw new HttpError(503, "database_unavailable", databaseUnavailableMessage);
    }
    checkedAt = performance.now();
  };
}
