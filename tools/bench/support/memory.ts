import { readFileSync } from "node:fs";
import { childrenOf } from "./cpu-time.ts";

export interface Memory {
  /** Megabytes that the process holds. */
  node: number;
  /** Megabytes of the server and all its backends, what they share counted once. */
  postgres: number;
  /** Of these, the shared memory they have touched: it fills up to `shared_buffers` and some, as they read and write. */
  postgresShared: number;
}

const kibibytesPerMegabyte = 1e6 / 1024;

/** Linux only, else not a number. */
export function readMemory({ nodePid, serverPid }: { nodePid: number; serverPid: number }): Memory {
  const node = readRollup(nodePid);
  const server = readRollup(serverPid);
  // A backend may have ended since it was found.
  const backends = childrenOf(serverPid).map(readRollup);
  const ofServer = (kind: string) =>
    backends.reduce((sum, rollup) => sum + (megabytesOf(rollup, kind) || 0), megabytesOf(server, kind));
  return { node: megabytesOf(node, "Rss"), postgres: ofServer("Pss"), postgresShared: ofServer("Pss_Shmem") };
}

function readRollup(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
  } catch {
    return undefined;
  }
}

const megabytesOf = (rollup: string | undefined, kind: string): number =>
  Number(new RegExp(`^${kind}:\\s+(\\d+) kB`, "m").exec(rollup ?? "")?.[1]) / kibibytesPerMegabyte;
