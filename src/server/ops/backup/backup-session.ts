import { Client } from "pg";
import { type DatabaseAddress, pgOptions } from "../../platform/db/database-address.ts";

/** Rows read and written the same way whatever the server's own settings are, all of them, and without a time limit. */
const settings = [
  "set datestyle = 'ISO, YMD'",
  "set intervalstyle = 'postgres'",
  "set timezone = 'UTC'",
  "set extra_float_digits = 1",
  "set bytea_output = 'hex'",
  "set client_encoding = 'UTF8'",
  // A table whose policies apply to its owner too would otherwise be saved in part, without a word.
  "set row_security = off",
  "set statement_timeout = 0",
  "set lock_timeout = 0",
  "set idle_in_transaction_session_timeout = 0",
];

/** A connection of a backup's or a restore's own. */
export async function openBackupSession(address: DatabaseAddress): Promise<Client> {
  const client = new Client(pgOptions(address));
  client.on("error", () => {});
  await client.connect();
  await client.query(settings.join(";"));
  return client;
}

/** Closes it also when it is amid rows that nobody reads any more, over which `end` would wait for ever. */
export function dropSession(client: Client): void {
  client.connection.stream.destroy();
}
