import { execFileSync } from "node:child_process";
import { appendFileSync, chmodSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { connectTo, ownDatabase } from "../support/database.ts";
import { prepareStage } from "../support/stage.ts";
import { signInAsAdmin } from "../support/visitor.ts";
import { auditLoad, nothingAmiss, startLoad } from "./support/load.ts";
import { writesPerPhase } from "./support/settings.ts";

const { folder, sampleClubFolder, spawn } = prepareStage();
const mounts: string[] = [];
afterAll(() => {
  for (const mount of mounts) execFileSync("umount", ["--lazy", mount]);
});

it("Writes continue while all database connections are terminated repeatedly", async () => {
  const dataDir = sampleClubFolder();
  const url = await spawn({ DATA_DIR: dataDir }).url();
  const load = startLoad(() => [url], await signInAsAdmin(url));
  const owner = await connectTo(ownDatabase(dataDir));
  for (let cut = 0; cut < 5; cut++) {
    await load.more(writesPerPhase / 4);
    await owner.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    );
  }
  await load.more(writesPerPhase);
  await owner.end();
  const ledger = await load.stop();
  expect(await auditLoad("Connections cut", ledger, ownDatabase(dataDir))).toEqual(nothingAmiss);
});

it("A club with a full disk returns a retryable error and recovers without data loss once there is space", async () => {
  const dataDir = sampleClubFolder(mountSmallDisk());
  const club = spawn({ DATA_DIR: dataDir });
  const url = await club.url();
  const load = startLoad(() => [url], await signInAsAdmin(url));
  await load.more(writesPerPhase);
  const filler = join(dataDir, "filler");
  fill(filler);
  // Writes are refused once PostgreSQL's reserved pages have run out.
  await load.refused();
  rmSync(filler);
  await load.more(writesPerPhase);
  const ledger = await load.stop();
  expect(await auditLoad("Disk full", ledger, ownDatabase(dataDir))).toEqual(nothingAmiss);
  expect(ledger.putOff).toBeGreaterThan(0);
  expect(club.process.exitCode).toBeNull();
});

/** A tmpfs that a test can fill; requires root. */
function mountSmallDisk(): string {
  const mount = folder();
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=192m", "tmpfs", mount]);
  chmodSync(mount, 0o755);
  mounts.push(mount);
  return mount;
}

function fill(file: string): void {
  for (const size of [1 << 20, 1 << 12]) {
    const block = Buffer.alloc(size, 1);
    try {
      for (;;) appendFileSync(file, block);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
    }
  }
}
