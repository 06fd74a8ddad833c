import { CompiledQuery, sql } from "kysely";
import { Client } from "pg";
import type { Logger } from "pino";
import { databaseUnavailableMessage } from "#shared/errors.ts";
import { HttpError } from "../http/http-error.ts";
import { applySchema, isCurrent, migrationLock, readSchemaFiles } from "./apply-schema.ts";
import type { Database } from "./connect.ts";
import { type DatabaseAddress, pgOptions } from "./database-address.ts";
import { assertRights, WrongRightsError } from "./rights.ts";
import { ensureRoles, refuseTemporaryTables } from "./roles.ts";

/**
 * Creates the schema of the club, or brings it up to this version, in one transaction that an advisory lock serialises.
 * @param root with `db/`. @throws MissingRolesError without the right to create roles; UnknownSchemaError for a database
 * that this version cannot take over.
 */
export async function migrate(address: DatabaseAddress, root: string): Promise<void> {
  const client = new Client(pgOptions(address));
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [migrationLock]);
    await ensureRoles(client);
    await refuseTemporaryTables(client);
    const files = readSchemaFiles(root);
    if (!(await isCurrent(client, files))) await applySchema(client, files);
  } finally {
    await client.end();
  }
}

/** Runs before anybody is served. @throws WrongRightsError with the cure. */
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

/**
 * Throws while the database is unreachable, not migrated, or has other rights than those of this version.
 * @param comparedMilliseconds after which the catalogue is compared again; the start compares it first.
 */
export function createReadinessCheck(
  db: Database,
  log: Pick<Logger, "error">,
  comparedMilliseconds = 30_000,
): () => Promise<void> {
  let comparedAt = performance.now();
  const read = async (query: string) =>
    (await db.executeQuery<{ line: string }>(CompiledQuery.raw(query))).rows.map(({ line }) => line);
  return async () => {
    await sql`select 1 from user_roles limit 1`.execute(db);
    if (performance.now() - comparedAt < comparedMilliseconds) return;
    try {
      await assertRights(read);
    } catch (error) {
      if (!(error instanceof WrongRightsError)) throw error;
      log.error({ differences: error.differences.slice(0, 20) }, "rights of the database differ");
      throw new HttpError("database_unavailable", databaseUnavailableMessage);
    }
    comparedAt = performance.now();
  };
}
