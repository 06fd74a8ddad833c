import type { Client } from "pg";
import { findAppliedMigrations, migrationLock } from "../../platform/db/apply-schema.ts";
import type { DatabaseAddress } from "../../platform/db/database-address.ts";
import { ensureRoles } from "../../platform/db/roles.ts";
import type { Settings } from "../../settings.ts";
import { isTrueWithin } from "../embedded-postgres/wait.ts";
import { openDatabase } from "../start/open-database.ts";
import { openBackupSession } from "./backup-session.ts";
import { countRows, findClubTables } from "./club-tables.ts";
import { countOf, OperatorError, operatorLog } from "./operator-command.ts";
import { hasQueue, isWaiting, qualifiedQueue } from "./waiting-jobs.ts";

export interface Place {
  address: DatabaseAddress;
  /** Holds the migration lock, which a starting club waits for. */
  client: Client;
  close(): Promise<void>;
}

/** Our own last connection may still be closing. */
const patienceMilliseconds = 2000;

/**
 * Opens the database of the settings, creating an embedded one if need be, and locks it against starting clubs. @throws
 * OperatorError while a club runs on it.
 */
export async function openPlace(settings: Settings): Promise<Place> {
  const { direct: address, stop } = await openDatabase(settings, operatorLog);
  const client = await openBackupSession(address).catch(async (error) => {
    await stop();
    throw error;
  });
  const close = async () => {
    await client.end();
    await stop();
  };
  try {
    await keepClubsOff(client);
    await ensureRoles(client);
    return { address, client, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function keepClubsOff(client: Client): Promise<void> {
  const { rows } = await client.query("select pg_try_advisory_lock($1) as is_ours", [migrationLock]);
  const isAlone = async () => {
    const others = await client.query(
      `select from pg_stat_activity
        where datname = current_database() and usename = current_user and pid <> pg_backend_pid()
          and backend_type = 'client backend'`,
    );
    return others.rows.length === 0;
  };
  if (rows[0]?.is_ours && (await isTrueWithin(patienceMilliseconds, isAlone))) return;
  throw new OperatorError(
    "A club runs on this database, or somebody else is connected to it. Stop every process of the club, then try again.",
  );
}

export interface FoundClub {
  /** Its tables exist, even if empty. */
  isMade: boolean;
  rows: number;
  /** Rows per table, for the operator; empty without rows. */
  words: string;
}

const namedTables = 5;

/** @throws OperatorError when the database belongs to another program. */
export async function findClub(client: Client): Promise<FoundClub> {
  const tables = await findClubTables(client);
  const isMade = (await findAppliedMigrations(client)).length > 0;
  if (!isMade && tables.length > 0) {
    const names = tables.map(({ schema, name }) => `${schema}.${name}`).join(", ");
    throw new OperatorError(
      `This database holds tables that are no club's (${names}). Give the club a database of its own.`,
    );
  }
  const counts: [string, number][] = [];
  for (const table of tables) counts.push([`${table.schema}.${table.name}`, await countRows(client, table)]);
  if (await hasQueue(client)) counts.push(["jobs that wait", await countWaiting(client)]);
  const filled = counts.filter(([, count]) => count > 0).toSorted(([, one], [, other]) => other - one);
  const rows = filled.reduce((sum, [, count]) => sum + count, 0);
  const named = filled.slice(0, namedTables).map(([name, count]) => `${count} of ${name}`);
  const others = filled.length > namedTables ? ", and others" : "";
  return { isMade, rows, words: rows > 0 ? `${countOf(rows, "row")}: ${named.join(", ")}${others}` : "" };
}

async function countWaiting(client: Client): Promise<number> {
  const { rows } = await client.query<{ count: string }>(`select count(*) from ${qualifiedQueue} where ${isWaiting}`);
  return Number(rows[0]?.count);
}
