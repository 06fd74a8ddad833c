import type { ConnectionOptions } from "node:tls";
import { parseDatabaseUrl } from "./parse-database-url.ts";

/** Where the database is. A host that starts with "/" is the folder of a Unix socket. */
export type DatabaseAddress = { url: string } | DatabaseEndpoint;

export interface DatabaseEndpoint {
  host: string;
  port: number;
  user: string;
  database: string;
  password?: string;
  tls?: ConnectionOptions;
}

/**
 * The address as pg, pg-boss and node-pg-migrate take it.
 * @throws TypeError for an address that is no PostgreSQL URL; its message never holds the URL.
 */
export function pgOptions(address: DatabaseAddress) {
  const { tls, ...endpoint } = endpointOf(address);
  return { ...endpoint, ssl: tls ?? false };
}

/** The address in words for logs and messages, without its password. */
export function describeAddress(address: DatabaseAddress): string {
  const { host, port, user, database } = endpointOf(address);
  return `database "${database}" at ${host}:${port} as "${user}"`;
}

function endpointOf(address: DatabaseAddress): DatabaseEndpoint {
  return "url" in address ? parseDatabaseUrl(address.url) : address;
}
