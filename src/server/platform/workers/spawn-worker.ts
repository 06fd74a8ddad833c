import { type ChildProcessByStdio, spawn } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath, pathToFileURL } from "node:url";

export interface WorkerLimits {
  /** RLIMIT_DATA on Linux. */
  dataKibibytes: number;
  /** Per thread: decoders start one per CPU, and stacks count. */
  stackKibibytes: number;
  /** Of the processor, for all that it does. */
  cpuSeconds: number | "unlimited";
}

export interface WorkerProgram {
  /** Its built file, in the folder of the server; empty for a program that is not built. */
  name: string;
  /** Its source. */
  source: URL;
  args?: readonly string[];
  nodeFlags: readonly string[];
  limits: WorkerLimits;
}

export interface Worker {
  child: ChildProcessByStdio<Writable, Readable, Readable>;
  /** The beginning of what it wrote to stderr. */
  complaint(): string;
}
const maximumComplaint = 2000;

/** A process for content that nobody vouches for: without secrets of ours, and ended before it takes the machine's memory. */
export function spawnWorker(program: WorkerProgram, options: { signal?: AbortSignal; timeout?: number } = {}): Worker {
  const { nodeFlags, args = [] } = program;
  const [command, words] = withSystemLimits(
    [process.execPath, ...nodeFlags, ...programFile(program), ...args],
    program.limits,
  );
  const child = spawn(command, words, {
    ...options,
    cwd: "/",
    env: environment,
    stdio: ["pipe", "pipe", "pipe"],
    killSignal: "SIGKILL",
    windowsHide: true,
  });
  // It may exit before reading all: its output tells why.
  child.stdin.on("error", () => {});
  let complaint = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    complaint = (complaint + text).slice(0, maximumComplaint);
  });
  return { child, complaint: () => complaint };
}

const environment = {
  LC_ALL: "C",
  VIPS_CONCURRENCY: "1",
  UV_THREADPOOL_SIZE: "1",
  MALLOC_ARENA_MAX: "2",
};

/** Arguments: data, stack, CPU seconds. Also the OOM killer's first choice. */
const limitScript = `ulimit -c 0
ulimit -d "$1"
ulimit -s "$2"
ulimit -t "$3"
echo 1000 > /proc/self/oom_score_adj
shift 3
exec "$@"
`;

/** Linux only. */
function withSystemLimits(
  words: string[],
  { dataKibibytes, stackKibibytes, cpuSeconds }: WorkerLimits,
): [string, string[]] {
  const [command = "", ...args] = words;
  if (process.platform !== "linux") return [command, args];
  const limits = [dataKibibytes, stackKibibytes, cpuSeconds].map(String);
  return ["/bin/sh", ["-c", limitScript, "kindling-worker", ...limits, ...words]];
}

/** The built programs are beside the built server. A server that runs from its sources has none. */
let builtFolder = import.meta.url.endsWith(".ts") ? undefined : import.meta.dirname;

/** Makes a server that runs from its sources start the built programs, which takes a third of the time. */
export function setWorkerFolder(folder: string): void {
  builtFolder = folder;
}

/** Built file, or the source by a loader: Node's own needs WebAssembly, disabled by `--jitless`. */
function programFile({ name, source }: WorkerProgram): string[] {
  if (builtFolder && name) return [join(builtFolder, name)];
  return ["--import", pathToFileURL(createRequire(import.meta.url).resolve("tsx/esm")).href, fileURLToPath(source)];
}
