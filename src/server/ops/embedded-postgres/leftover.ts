import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { program } from "./binaries.ts";
import { type Cluster, listensOnSocket, signalServer, socketPort } from "./cluster.ts";
import { commandLineOf, identifyProcess } from "./process-identity.ts";
import { isTrueWithin } from "./wait.ts";

/**
 * Stops an orphaned server, and neutralises a stale postmaster.pid whose pid was reused. @throws Error when the server
 * is out of reach.
 */
export async function clearLeftover(cluster: Cluster): Promise<void> {
  const file = join(cluster.dataFolder, "postmaster.pid");
  const text = read(file);
  const pid = Number(text?.split("\n", 1)[0]);
  if (text === undefined || !(pid > 1)) return;
  if (isServerOf(cluster, pid)) return stop(cluster, pid);
  if (listensOnSocket(cluster) && (await answers(join(cluster.endpoint.host, `.s.PGSQL.${socketPort}`)))) {
    throw new Error(
      `${cluster.dataFolder} is in use by a PostgreSQL server that cannot be seen from here, perhaps in another container. Stop that one first.`,
    );
  }
  // Our own pid reads as stale, and PostgreSQL still checks the shared memory; deleting the file would skip that check.
  writeFileSync(file, text.replace(/^\d+/, String(process.pid)));
}

function isServerOf(cluster: Cluster, pid: number): boolean {
  if (process.platform !== "win32") return commandLineOf(pid).includes(` -D ${cluster.dataFolder} `);
  return spawnSync(program(cluster.binaries, "pg_ctl"), ["status", "-D", cluster.dataFolder]).status === 0;
}

async function stop(cluster: Cluster, pid: number): Promise<void> {
  const identity = identifyProcess(pid);
  const isGone = () => identifyProcess(pid) !== identity;
  for (const signal of ["INT", "QUIT"] as const) {
    if (!isGone()) signalServer(cluster.binaries, pid, signal);
    if (await isTrueWithin(10_000, isGone)) return;
  }
  throw new Error(`The PostgreSQL server ${pid} on ${cluster.dataFolder} does not stop. Stop it, then start again.`);
}

function answers(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = connect(socket);
    const answer = (isThere: boolean) => {
      connection.destroy();
      resolve(isThere);
    };
    connection.once("connect", () => answer(true)).once("error", () => answer(false));
  });
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
