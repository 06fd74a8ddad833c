import { Client } from "pg";
import { type DatabaseAddress, pgOptions } from "../../platform/db/database-address.ts";

/** Independent of the server's settings, and without time limits. */
const settings = [
  "set datestyle = 'ISO, YMD'",
  "set intervalstyle = 'postgres'",
  "set timezone = 'UTC'",
  "set extra_float_digits = 1",
  "set bytea_output = 'hex'",
  "set client_encoding = 'UTF8'",
  // Fails instead of silently omitting rows of tables with forced row-level security.
  "set row_security = off",
  "set statement_timeout = 0",
  "set lock_timeout = 0",
  "set idle_in_transaction_session_timeout = 0",
];

export async function openBackupSession(address: DatabaseAddress): Promise<Client> {
  const client = new Client(pgOptions(address));
  client.on("error", () => {});
  await client.connect();
  await client.query(settings.join(";"));
  return client;
}

/** Destroys the socket: during a COPY, `end` would wait forever. */
export function dropSession(client: Client): void {
  client.connection.stream.destroy();
}
