import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { program } from "./binaries.ts";
import {
  type Cluster,
  type Log,
  listensOnSocket,
  makeSocketFolder,
  programEnvironment,
  programOptions,
  signalServer,
  socketPort,
} from "./cluster.ts";
import { findConnectionFailure } from "./find-connection-failure.ts";
import { commandLineOf, identifyProcess } from "./process-identity.ts";
import { serverArguments, writeAccessFiles } from "./server-configuration.ts";
import { isTrueWithin } from "./wait.ts";

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
