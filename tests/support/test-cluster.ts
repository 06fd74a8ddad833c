import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { jobs as definitions } from "#server/jobs.ts";
import { startEmbeddedPostgres } from "#server/ops/embedded-postgres/embedded-postgres.ts";
import { type DatabaseEndpoint, pgOptions } from "#server/platform/db/database-address.ts";
import { migrate } from "#server/platform/db/migrate.ts";
import { createJobs } from "#server/platform/jobs/jobs.ts";
import { letEverybodyIn } from "./let-everybody-in.ts";
import { silentLog } from "./silent-log.ts";
import { turnOffFsync } from "./turn-off-fsync.ts";

export const templateDatabase = "template_club";

/** One PostgreSQL per run; each test file copies its migrated template. */
export async function createTestCluster() {
  const dataDir = mkdtempSync(join(tmpdir(), "kindling-test-"));
  const postgres = await startEmbeddedPostgres({ dataDir, log: silentLog });
  const owner = postgres.address as DatabaseEndpoint;
  turnOffFsync(dataDir);
  await letEverybodyIn(dataDir, owner);
  const template = { ...owner, database: templateDatabase };
  await asSuperuser(owner, `create database ${templateDatabase} owner ${owner.user}`);
  await migrate(template, process.cwd());
  const jobs = createJobs({ address: template, definitions, log: silentLog });
  await jobs.start();
  await jobs.stop();
  return {
    owner,
    template,
    stop: async () => {
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Requires trust authentication. */
export async function asSuperuser(owner: DatabaseEndpoint, ...statements: string[]): Promise<void> {
  const client = new Client(pgOptions({ ...owner, user: "postgres", database: "postgres" }));
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
