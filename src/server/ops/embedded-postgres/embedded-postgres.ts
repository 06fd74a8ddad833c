import { existsSync } from "node:fs";
import type { DatabaseAddress } from "../../platform/db/database-address.ts";
import { describeCannotRun } from "./cannot-run.ts";
import type { Cluster, Log } from "./cluster.ts";
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
