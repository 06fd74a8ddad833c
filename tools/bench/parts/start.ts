import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { spawnClub } from "#tests/ops/support/club-process.ts";
import type { BenchPart } from "../support/figure.ts";
import { median } from "../support/samples.ts";
import { serverFile } from "../support/with-club.ts";

const runs = 3;

/** How long one waits: for a club that starts, and for a build. Medians of three. */
export const start: BenchPart = {
  title: "Start and build",
  measure: async () => {
    const empty: number[] = [];
    const existing: number[] = [];
    const builds: number[] = [];
    for (let run = 0; run < runs; run++) {
      const dataDir = mkdtempSync(join(tmpdir(), "kindling-start-"));
      empty.push(await secondsUntilReady(dataDir));
      existing.push(await secondsUntilReady(dataDir));
      rmSync(dataDir, { recursive: true, force: true });
      builds.push(await secondsOf(() => promisify(execFile)("npm", ["run", "build"])));
    }
    return [
      { name: "ready on existing data", value: median(existing), unit: "s", goal: { atMost: 2 } },
      { name: "ready in an empty folder", value: median(empty), unit: "s", goal: { atMost: 6 } },
      { name: "npm run build", value: median(builds), unit: "s", goal: { atMost: 30 } },
    ];
  },
};

/** Measures from the start of its process until it says that it is ready; then it is stopped again. */
async function secondsUntilReady(dataDir: string): Promise<number> {
  const club = spawnClub(serverFile, { DATA_DIR: dataDir, LOG_LEVEL: "warn" });
  const seconds = await secondsOf(club.url);
  club.process.kill("SIGTERM");
  await club.ended;
  return seconds;
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}
