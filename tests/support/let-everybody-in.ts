import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findConnectionFailure } from "#server/ops/embedded-postgres/find-connection-failure.ts";
import { isTrueWithin } from "#server/ops/embedded-postgres/wait.ts";
import type { DatabaseEndpoint } from "#server/platform/db/database-address.ts";

/** Until the next start: trust authentication for every role, so tests can create databases. */
export async function letEverybodyIn(dataDir: string, owner: DatabaseEndpoint, folder = "postgres"): Promise<void> {
  const data = join(dataDir, folder, "data");
  writeFileSync(join(data, "pg_hba.conf"), "local all all trust\n");
  const [pid] = readFileSync(join(data, "postmaster.pid"), "utf8").split("\n");
  process.kill(Number(pid), "SIGHUP");
  const isOpen = async () => !(await findConnectionFailure({ ...owner, user: "postgres", database: "postgres" }));
  if (!(await isTrueWithin(10_000, isOpen))) throw new Error("PostgreSQL did not read its new pg_hba.conf.");
}
