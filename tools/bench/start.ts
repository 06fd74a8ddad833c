import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { findPort } from "#server/ops/start/listen.ts";
import { spawnClub } from "#tests/ops/support/club-process.ts";
import type { BenchPart } from "./support/figure.ts";
import { median } from "./support/median.ts";
import { secondsOf } from "./support/run-command.ts";

const runs = 3;
const lookMilliseconds = 10;

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
    }
    for (let run = 0; run < runs; run++) builds.push(await secondsOf("npm", "run", "build"));
    return [
      { name: "ready on existing data", value: median(existing), unit: "s", goal: { atMost: 2 } },
      { name: "ready in an empty folder", value: median(empty), unit: "s", goal: { atMost: 6 } },
      { name: "npm run build", value: median(builds), unit: "s", goal: { atMost: 30 } },
    ];
  },
};

/** From the start of its process to the first 200 at /readyz; then it is stopped again. */
async function secondsUntilReady(dataDir: string): Promise<number> {
  const port = await findPort({ host: "127.0.0.1", port: 0 });
  const began = performance.now();
  const settings = { DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: "warn" };
  const club = spawnClub(resolve("dist/server/main.js"), settings);
  while (!(await isReady(`http://127.0.0.1:${port}/readyz`))) {
    if (club.process.exitCode !== null) throw new Error(`The club did not start:\n${club.said()}`);
    await wait(lookMilliseconds);
  }
  const seconds = (performance.now() - began) / 1000;
  await club.url();
  club.process.kill("SIGTERM");
  await club.ended;
  return seconds;
}

const isReady = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
