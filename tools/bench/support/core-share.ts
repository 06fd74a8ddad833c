import { existsSync, mkdirSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const groups = "/sys/fs/cgroup";
const periodMicroseconds = 10_000;

/**
 * Holds a process to a share of a core for as long as it lives, by a control group of its own.
 * @returns what removes the group once the process has ended; undefined where this system or this user has no such groups.
 */
export function holdToShare(pid: number, share: number): (() => void) | undefined {
  const isUnified = existsSync(join(groups, "cgroup.controllers"));
  const folder = join(groups, isUnified ? "" : "cpu", `kindling-bench-${pid}`);
  const quota = Math.round(share * periodMicroseconds);
  const write = (file: string, content: string | number) => writeFileSync(join(folder, file), String(content));
  try {
    mkdirSync(folder);
  } catch {
    return undefined;
  }
  try {
    if (isUnified) write("cpu.max", `${quota} ${periodMicroseconds}`);
    else {
      write("cpu.cfs_period_us", periodMicroseconds);
      write("cpu.cfs_quota_us", quota);
    }
    write("cgroup.procs", pid);
    return () => rmdirSync(folder);
  } catch {
    rmdirSync(folder);
    return undefined;
  }
}
