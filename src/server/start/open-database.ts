import type { Logger } from "pino";
import type { DatabaseAddress } from "../db/database-address.ts";
import { startEmbeddedPostgres } from "../db/embedded-postgres.ts";
import type { Settings } from "../settings.ts";
import { waitForDatabase } from "./wait-for-database.ts";

export interface OpenDatabase {
  address: DatabaseAddress;
  /** Calls the listener when the club's own server is gone for good. */
  onLost(listener: (error: Error) => void): void;
  stop(): Promise<void>;
}

/** Reaches the operator's database, or starts the club's own. Throws with a message for the operator. */
export async function openDatabase({ databaseUrl, dataDir }: Settings, log: Logger): Promise<OpenDatabase> {
  if (!databaseUrl) {
    const { address, onExit, stop } = await startEmbeddedPostgres({ dataDir, log });
    return { address, onLost: onExit, stop };
  }
  const address = { url: databaseUrl };
  await waitForDatabase(address, log);
  return { address, onLost: () => {}, stop: async () => {} };
}
