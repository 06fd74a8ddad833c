import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { findConnectionFailure } from "#server/ops/embedded-postgres/find-connection-failure.ts";
import { isTrueWithin } from "#server/ops/embedded-postgres/wait.ts";
import type { DatabaseEndpoint } from "#server/platform/db/database-address.ts";
import { serverPidOf } from "../ops/support/database.ts";

/** Until the next start: trust authentication for every role, so tests can create databases. */
export async function letEverybodyIn(dataDir: string, owner: DatabaseEndpoint, folder = "postgres"): Promise<void> {
  writeFileSync(join(dataDir, folder, "data/pg_hba.conf"), "local all all trust\n");
  process.kill(serverPidOf(dataDir, folder), "SIGHUP");
  const isOpen = async () => !(await findConnectionFailure({ ...owner, user: "postgres", database: "postgres" }));
  if (!(await isTrueWithin(10_000, isOpen))) throw new Error("PostgreSQL did not read its new pg_hba.conf.");
}
