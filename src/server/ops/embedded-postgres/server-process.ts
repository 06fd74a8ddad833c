import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { program } from "./binaries.ts";
import { type Cluster, type Log, listensOnSocket, makeSocketFolder, programOptions, signalServer } from "./cluster.ts";
import { findConnectionFailure } from "./find-connection-failure.ts";
import { clearLeftover } from "./leftover.ts";
import { serverArguments, writeAccessFiles } from "./server-configuration.ts";
import { isTrueWithin } from "./wait.ts";
import { watchOver } from "./watchdog.ts";

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
