import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { startEmbeddedPostgres } from "#server/ops/embedded-postgres/embedded-postgres.ts";
import { createDataFolder } from "#tests/support/data-folder.ts";
import { silentLog } from "#tests/support/silent-log.ts";
import { spawnClub } from "./club-process.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The folder holds the state after the sample club's first start. */
    sampleClubData: string;
    /** After the first start, without tables. */
    emptyPostgresData: string;
  }
}

export const authSecret = "a secret for tests, of 32 characters and more";

/** Once per run: copying is ten times cheaper than initdb, migrations and sample data. */
export async function setup(project: TestProject) {
  const root = createDataFolder("prepared");
  chmodSync(root, 0o755);
  const sampleClub = mkdtempSync(join(root, "sample-club-"));
  const emptyPostgres = mkdtempSync(join(root, "empty-postgres-"));
  for (const folder of [sampleClub, emptyPostgres]) chmodSync(folder, 0o755);
  await Promise.all([
    startSampleClubOnce(project.getProvidedContext().builtServer, sampleClub),
    startEmbeddedPostgres({ dataDir: emptyPostgres, log: silentLog }).then((postgres) => postgres.stop()),
  ]);
  project.provide("sampleClubData", sampleClub);
  project.provide("emptyPostgresData", emptyPostgres);
  return () => rmSync(root, { recursive: true });
}

async function startSampleClubOnce(serverFile: string, dataDir: string): Promise<void> {
  writeFileSync(join(dataDir, "auth-secret"), `${authSecret}\n`, { mode: 0o600 });
  const club = spawnClub(serverFile, { DATA_DIR: dataDir });
  await club.url();
  club.process.kill("SIGTERM");
  await club.ended;
}

/** Keeps owner and mode, which PostgreSQL checks. */
export function copyData(from: string, to: string): void {
  for (const name of readdirSync(from)) execFileSync("cp", ["-Rp", join(from, name), to]);
}
