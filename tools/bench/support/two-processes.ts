import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { spawnClub } from "#tests/ops/support/club-process.ts";
import { connectTo, serverPidOf } from "#tests/ops/support/database.ts";
import { startOperatorsPostgres } from "#tests/ops/support/operators-postgres.ts";
import { fillClub } from "./fill-club.ts";
import type { Target } from "./measure-load.ts";

export type TwoProcesses = Awaited<ReturnType<typeof runTwoProcesses>>;

/** One club of so many members as two processes on one database, as behind a balancer. */
export async function runTwoProcesses(members: number) {
  const folder = mkdtempSync(join(tmpdir(), "kindling-processes-"));
  const postgres = await startOperatorsPostgres(folder);
  const spawn = () => {
    const settings = { DATA_DIR: mkdtempSync(join(tmpdir(), "kindling-process-")), LOG_LEVEL: "warn" };
    return { ...spawnClub(resolve("dist/server/main.js"), { ...settings, ...postgres.settings }), ...settings };
  };
  const clubs = [spawn(), spawn()] as const;
  const urls = await Promise.all(clubs.map(({ url }) => url()));
  const owner = await connectTo(postgres.endpoint);
  await fillClub(owner, { members, submissions: members / 100, invitations: members / 10 });
  await owner.end();
  const pids = clubs.map(({ process }) => Number(process.pid));
  const serverPids = [serverPidOf(folder, "postgres")];
  const stop = async () => {
    for (const { process } of clubs) process.kill("SIGTERM");
    await Promise.all(clubs.map(({ ended }) => ended));
    await postgres.stop();
    for (const place of [folder, ...clubs.map(({ DATA_DIR }) => DATA_DIR)]) {
      rmSync(place, { recursive: true, force: true });
    }
  };
  const targetOf = (count: number): Target => ({
    urls: urls.slice(0, count),
    nodePids: pids.slice(0, count),
    serverPids,
  });
  return { one: targetOf(1), both: targetOf(2), stop };
}
