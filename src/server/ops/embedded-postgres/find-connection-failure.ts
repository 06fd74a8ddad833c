import { Client } from "pg";
import { type DatabaseAddress, pgOptions } from "../../platform/db/database-address.ts";

interface ConnectionFailure {
  /** SQLSTATE or Node's code, such as ECONNREFUSED; may be empty. */
  code: string;
  reason: string;
}

const connectWithinMilliseconds = 5000;

/** Returns `undefined` after a successful login. */
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
