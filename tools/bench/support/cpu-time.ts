import { existsSync, readdirSync, readFileSync } from "node:fs";

/** How long processes have kept a core busy, in milliseconds: to be read before and after. Linux only, else not a number. */
export interface CpuTime {
  node: number;
  postgres: number;
  /** This process, which sends the load. */
  generator: number;
}

/** Linux counts in hundredths of a second, on every architecture that Node runs on. */
const millisecondsPerTick = 10;

/** @param postgres the process ids of the servers, whose backends are found and counted with them. */
export function readCpuTime(node: readonly number[], postgres: readonly number[]): CpuTime {
  const { user, system } = process.cpuUsage();
  const sum = (pids: readonly number[], read: (pid: number) => number) =>
    pids.reduce((total, pid) => total + read(pid), 0);
  return { node: sum(node, ownTime), postgres: sum(postgres, serverTime), generator: (user + system) / 1000 };
}

export function spentSince(before: CpuTime, after: CpuTime): CpuTime {
  const { node, postgres, generator } = after;
  return {
    node: node - before.node,
    postgres: postgres - before.postgres,
    generator: generator - before.generator,
  };
}

/** A server's children, which are its backends and helpers. */
export function childrenOf(pid: number): number[] {
  if (!existsSync("/proc")) return [];
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((child) => fieldsOf(child)?.[1] === pid);
}

const ownTime = (pid: number): number => timeOf(pid, 11, 12);

/** With the backends that are gone, those too that go meanwhile: their time went to the server that waited for them. */
const serverTime = (pid: number): number =>
  timeOf(pid, 11, 12, 13, 14) + childrenOf(pid).reduce((total, child) => total + (ownTime(child) || 0), 0);

function timeOf(pid: number, ...fields: number[]): number {
  const values = fieldsOf(pid);
  return fields.reduce((total, field) => total + (values?.[field] ?? Number.NaN), 0) * millisecondsPerTick;
}

/** Of /proc/PID/stat, from the third on: what stands before may hold any character. */
function fieldsOf(pid: number): number[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat
      .slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number);
  } catch {
    return undefined;
  }
}
