import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { type DatabaseAddress, type DatabaseEndpoint, pgOptions } from "#server/platform/db/database-address.ts";

/** The connection is that of the tables' owner. */
export async function connectTo(address: DatabaseAddress): Promise<Client> {
  const client = new Client(pgOptions(address));
  client.on("error", () => {}); // Some tests take the server away.
  await client.connect();
  return client;
}

export const ownDatabase = (dataDir: string, folder = "postgres-sample"): DatabaseEndpoint => ({
  host: join(dataDir, folder, "run"),
  port: 5432,
  user: "kindling",
  database: "kindling",
});

export const pidFileOf = (dataDir: string, folder = "postgres-sample") =>
  join(dataDir, folder, "data", "postmaster.pid");

export const serverPidOf = (dataDir: string, folder?: string) =>
  Number(readFileSync(pidFileOf(dataDir, folder), "utf8").split("\n", 1)[0]);
