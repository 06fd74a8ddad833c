import type { Client } from "pg";
import type { DatabaseAddress } from "../../platform/db/database-address.ts";
import { migrationLock } from "../../platform/db/migrate.ts";
import { ensureRoles } from "../../platform/db/roles.ts";
import type { Settings } from "../../settings.ts";
import { isTrueWithin } from "../embedded-postgres/wait.ts";
import { openDatabase } from "../start/open-database.ts";
import { openBackupSession } from "./backup-session.ts";
import { OperatorError } from "./operator-error.ts";
import { operatorLog } from "./operator-log.ts";

export interface Place {
  address: DatabaseAddress;
  /** Has the lock without which no club opens on this database. */
  client: Client;
  close(): Promise<void>;
}

/** Our own last connection may take a moment to be gone. */
const patienceMilliseconds = 2000;

/**
 * Opens the database that the settings name, which is made if it is the club's own and not there, and keeps clubs off it.
 * @throws OperatorError while a club runs on it.
 */
export async function openPlace(settings: Settings): Promise<Place> {
  const { address, stop } = await openDatabase(settings, operatorLog);
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
