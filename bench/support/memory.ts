import { readFileSync } from "node:fs";
import { childrenOf } from "./cpu-time.ts";

export interface Memory {
  /** Megabytes that the process holds. */
  node: number;
  /** Megabytes of the server and all its backends, what they share counted once. */
  postgres: number;
}

const kibibytesPerMegabyte = 1e6 / 1024;

/** Linux only, else not a number. */
export function readMemory({ nodePid, serverPid }: { nodePid: number; serverPid: number }): Memory {
  const server = [serverPid, ...childrenOf(serverPid)].map((pid) => megabytes(pid, "Pss"));
  return { node: megabytes(nodePid, "Rss"), postgres: server.reduce((sum, share) => sum + share, 0) };
}

function megabytes(pid: number, kind: "Rss" | "Pss"): number {
  try {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
    return Number(new RegExp(`^${kind}:\\s+(\\d+) kB`, "m").exec(rollup)?.[1]) / kibibytesPerMegabyte;
  } catch {
    return Number.NaN;
  }
}
