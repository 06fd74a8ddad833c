import { Client } from "pg";
import { type DatabaseAddress, pgOptions } from "../../platform/db/database-address.ts";

export interface ConnectionFailure {
  /** SQLSTATE, or Node's own such as ECONNREFUSED; empty when there is none. */
  code: string;
  reason: string;
}

const connectWithinMilliseconds = 5000;

/** Signs in and leaves again; undefined when that went well. */
export async function findConnectionFailure(address: DatabaseAddress): Promise<ConnectionFailure | undefined> {
  const client = new Client({ ...pgOptions(address), connectionTimeoutMillis: connectWithinMilliseconds });
  client.on("error", () => {});
  try {
    await client.connect();
    return undefined;
  } catch (error) {
    const { code = "", message } = error as { code?: string; message?: string };
    return { code, reason: message || code };
  } finally {
    await client.end().catch(() => {});
  }
}
