import { rmSync } from "node:fs";
import { Client } from "pg";
import { installStarterContent } from "#server/features/content/install-starter-content.ts";
import { jobs as definitions } from "#server/jobs.ts";
import { startEmbeddedPostgres } from "#server/ops/embedded-postgres/embedded-postgres.ts";
import { createAsOwner } from "#server/platform/db/as-owner.ts";
import { connectDatabase } from "#server/platform/db/connect.ts";
import { type DatabaseEndpoint, pgOptions } from "#server/platform/db/database-address.ts";
import { migrate } from "#server/platform/db/migrate.ts";
import { createJobs } from "#server/platform/jobs/jobs.ts";
import { defaultClub } from "#shared/settings/club.ts";
import { createDataFolder } from "./data-folder.ts";
import { letEverybodyIn } from "./let-everybody-in.ts";
import { noQueue } from "./no-queue.ts";
import { silentLog } from "./silent-log.ts";
import { turnOffFsync } from "./turn-off-fsync.ts";

/** Migrated, with the queues of jobs. */
export const templateDatabase = "template_club";
/** With the content that a club begins with, too. */
export const contentTemplateDatabase = "template_content";

/** The run has one PostgreSQL; each test file copies one of its two templates. */
export async function createTestCluster() {
  const dataDir = createDataFolder("test");
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
  await asSuperuser(owner, copyStatement(owner, contentTemplateDatabase, templateDatabase));
  const now = new Date();
  const content = connectDatabase({ ...owner, database: contentTemplateDatabase }, 1);
  await installStarterContent(
    createAsOwner(content.db, noQueue, () => now),
    { isExample: false, now, readClub: async () => defaultClub },
  );
  await content.close();
  return {
    owner,
    template,
    stop: async () => {
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** SQL that copies a template to a new database. */
export const copyStatement = ({ user }: DatabaseEndpoint, name: string, template: string): string =>
  `create database ${name} owner ${user} template ${template} strategy file_copy`;

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
