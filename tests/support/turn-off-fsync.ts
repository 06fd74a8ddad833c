import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Of a running PostgreSQL: a commit waits 7 ms for a virtual disk. What is committed survives a killed process, no power cut. */
export function turnOffFsync(dataDir: string, folder = "postgres"): void {
  const data = join(dataDir, folder, "data");
  appendFileSync(join(data, "postgresql.auto.conf"), "fsync = off\nfull_page_writes = off\n");
  const [pid] = readFileSync(join(data, "postmaster.pid"), "utf8").split("\n");
  process.kill(Number(pid), "SIGHUP");
}
