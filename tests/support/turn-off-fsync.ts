import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { serverPidOf } from "../ops/support/database.ts";

/**
 * The setting is changed in a running PostgreSQL: a commit waits 7 ms for a virtual disk. What is committed survives a killed
 * process, no power cut.
 */
export function turnOffFsync(dataDir: string, folder = "postgres"): void {
  appendFileSync(join(dataDir, folder, "data/postgresql.auto.conf"), "fsync = off\nfull_page_writes = off\n");
  process.kill(serverPidOf(dataDir, folder), "SIGHUP");
}
