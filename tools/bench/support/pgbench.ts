import { execFile, spawnSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { isTrueWithin } from "#server/ops/embedded-postgres/wait.ts";
import type { DatabaseEndpoint } from "#server/platform/db/database-address.ts";
import { childrenOf, readCpuTime, spentSince } from "./cpu-time.ts";

/** As PostgreSQL's protocol has it: each statement as text, parsed and planned anew, or prepared once per connection. */
export type Protocol = "simple" | "extended" | "prepared";

export const isPgbenchInstalled = (): boolean => spawnSync("pgbench", ["--version"]).status === 0;

const endsWithinMilliseconds = 2000;

interface Load {
  transaction: string;
  protocol: Protocol;
  clients: number;
  seconds: number;
}

/** How often PostgreSQL carries out such a transaction, and the time of a core that it needs for one. */
export async function measurePgbench(
  { database, serverPid }: { database: DatabaseEndpoint; serverPid: number },
  load: Load,
) {
  const others = childrenOf(serverPid).length;
  const before = readCpuTime([], [serverPid]);
  const { perSecond, count } = await runPgbench(database, load);
  // Its backends end a moment after it, and one that ended while the time is read would be missed.
  await isTrueWithin(endsWithinMilliseconds, () => childrenOf(serverPid).length <= others);
  const { postgres } = spentSince(before, readCpuTime([], [serverPid]));
  return { perSecond, cpu: { node: 0, postgres: postgres / count, generator: Number.NaN } };
}

async function runPgbench(
  { host, port, user, database }: DatabaseEndpoint,
  { transaction, protocol, clients, seconds }: Load,
): Promise<{ perSecond: number; count: number }> {
  const script = join(tmpdir(), `kindling-bench-${process.pid}.sql`);
  writeFileSync(script, transaction);
  try {
    const place = ["-h", host, "-p", String(port), "-U", user];
    const pace = ["-n", "-M", protocol, "-c", String(clients), "-j", "2", "-T", String(seconds), "-f", script];
    const { stdout } = await promisify(execFile)("pgbench", [...place, ...pace, database]);
    return {
      perSecond: Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1]),
      count: Number(/^number of transactions actually processed: (\d+)/m.exec(stdout)?.[1]),
    };
  } finally {
    rmSync(script);
  }
}
