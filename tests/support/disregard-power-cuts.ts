import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * From now on a running PostgreSQL does not wait for the disk (7 ms a commit on a virtual machine). What was committed survives
 * a killed server all the same, not a power cut.
 */
export function disregardPowerCuts(dataDir: string, folder = "postgres"): void {
  const data = join(dataDir, folder, "data");
  appendFileSync(join(data, "postgresql.auto.conf"), "fsync = off\nfull_page_writes = off\n");
  const [pid] = readFileSync(join(data, "postmaster.pid"), "utf8").split("\n");
  process.kill(Number(pid), "SIGHUP");
}
