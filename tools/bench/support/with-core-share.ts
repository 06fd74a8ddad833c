import { existsSync, mkdirSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const root = "/sys/fs/cgroup";
const isUnified = existsSync(join(root, "cgroup.controllers"));
const parent = isUnified ? root : join(root, "cpu");
const periodMicroseconds = 10_000;

/**
 * Holds each process to a share of a core, by a control group of its own, for as long as the work takes.
 * @returns undefined, without the work, where there are no control groups or this user may not make any.
 */
export async function withCoreShare<Result>(
  pids: readonly number[],
  share: number,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  const quota = Math.round(share * periodMicroseconds);
  const limits = isUnified
    ? { "cpu.max": `${quota} ${periodMicroseconds}` }
    : { "cpu.cfs_period_us": periodMicroseconds, "cpu.cfs_quota_us": quota };
  const groups: { folder: string; pid: number }[] = [];
  const write = (folder: string, file: string, value: string | number) =>
    writeFileSync(join(folder, file), String(value));
  try {
    try {
      for (const pid of pids) {
        const folder = join(parent, `kindling-bench-${pid}`);
        mkdirSync(folder);
        groups.push({ folder, pid });
        for (const [file, value] of Object.entries({ ...limits, "cgroup.procs": pid })) write(folder, file, value);
      }
    } catch {
      return undefined;
    }
    return await work();
  } finally {
    for (const { folder, pid } of groups) {
      write(parent, "cgroup.procs", pid);
      rmdirSync(folder);
    }
  }
}
