import type { Logger } from "pino";
import type { DatabaseAddress } from "../../platform/db/database-address.ts";
import type { Settings } from "../../settings.ts";
import { startEmbeddedPostgres } from "../embedded-postgres/embedded-postgres.ts";
import { waitForDatabase } from "./wait-for-database.ts";

type Log = Pick<Logger, "debug" | "info" | "warn" | "error">;

export interface OpenDatabase {
  address: DatabaseAddress;
  /** Called when the embedded server cannot be restarted. */
  onLost(listener: (error: Error) => void): void;
  stop(): Promise<void>;
}

/** The sample club has its own folder: its passwords are public. @throws Error for the operator. */
export async function openDatabase(settings: Settings, log: Log): Promise<OpenDatabase> {
  const { databaseUrl, dataDir, isSampleClub } = settings;
  if (!databaseUrl) {
    const folder = isSampleClub ? "postgres-sample" : "postgres";
    const { address, onExit, stop } = await startEmbeddedPostgres({ dataDir, folder, log });
    return { address, onLost: onExit, stop };
  }
  const address = { url: databaseUrl };
  await waitForDatabase(address, log);
  return { address, onLost: () => {}, stop: async () => {} };
}
