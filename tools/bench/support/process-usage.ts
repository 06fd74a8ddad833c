import { existsSync, readdirSync, readFileSync } from "node:fs";

/** The processes that a measurement watches. All figures are NaN where the system is not Linux. */
export interface Processes {
  nodePids: readonly number[];
  /** PostgreSQL's first process, whose backends are found and counted with it. */
  postgresPid?: number;
}

/** Milliseconds of a core. The generator of the load is this process. */
export type CpuTime = Record<"node" | "postgres" | "generator", number>;

/** Megabytes. PostgreSQL's backends share a part, which is counted once and grows up to `shared_buffers` and some. */
export type Memory = Record<"node" | "postgres" | "postgresShared", number>;

export const hasCpuTime = existsSync("/proc/self/schedstat");
const nanosecondsPerMillisecond = 1e6;
const millisecondsPerTick = 10;
const kibibytesPerMegabyte = 1e6 / 1024;

export function readCpuTime({ nodePids, postgresPid }: Processes): CpuTime {
  const { user, system } = process.cpuUsage();
  return {
    node: sum(nodePids.map(ownTime)),
    postgres: postgresPid ? reapedTime(postgresPid) + sum(serverPids(postgresPid).map(ownTime)) : 0,
    generator: (user + system) / 1000,
  };
}

export function readMemory({ nodePids, postgresPid = 0 }: Processes): Memory {
  const ofServer = (kind: string) => sum(serverPids(postgresPid).map((pid) => megabytes(pid, kind)));
  return {
    node: sum(nodePids.map((pid) => megabytes(pid, "Rss"))),
    postgres: ofServer("Pss"),
    postgresShared: ofServer("Pss_Shmem"),
  };
}

export function childrenOf(pid: number): number[] {
  const children = read(`/proc/${pid}/task/${pid}/children`);
  return children.trim().split(" ").filter(Boolean).map(Number);
}

const serverPids = (pid: number): number[] => [pid, ...childrenOf(pid)];

/** Of all threads, in the scheduler's nanoseconds: /proc/PID/stat counts hundredths of a second only. */
function ownTime(pid: number): number {
  if (!hasCpuTime) return Number.NaN;
  const threads = existsSync(`/proc/${pid}/task`) ? readdirSync(`/proc/${pid}/task`) : [];
  return (
    sum(threads.map((thread) => Number(read(`/proc/${pid}/task/${thread}/schedstat`).split(" ")[0]))) /
    nanosecondsPerMillisecond
  );
}

/** Returns the CPU time of the backends that ended. */
function reapedTime(pid: number): number {
  const stat = read(`/proc/${pid}/stat`);
  // The program's name before the last bracket may hold any character.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[13]) + Number(fields[14])) * millisecondsPerTick;
}

const megabytes = (pid: number, kind: string): number => {
  const rollup = read(`/proc/${pid}/smaps_rollup`);
  return Number(new RegExp(`^${kind}:\\s+(\\d+) kB`, "m").exec(rollup)?.[1] ?? 0) / kibibytesPerMegabyte;
};

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Returns an empty text for a process that ended meanwhile. */
function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
