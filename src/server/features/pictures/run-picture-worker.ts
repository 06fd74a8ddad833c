import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { pathToFileURL } from "node:url";
import { type PicturePurpose, pictureWorkerLimits } from "./picture-worker-limits.ts";

/** Above a WebP of any content, and above a logo and its preview without compression. */
const maximumOutputBytes = 4 * 1024 * 1024;
const maximumComplaint = 2000;

interface WorkerOutput {
  output: Buffer;
  /** Beginning of stderr. */
  complaint: string;
}

/** Resolves after the process has exited. @throws AbortError, or a spawn error. */
export async function runPictureWorker(
  file: Uint8Array,
  purpose: PicturePurpose,
  signal: AbortSignal,
): Promise<WorkerOutput> {
  signal.throwIfAborted();
  const child = startWorker(purpose, signal);
  const closed = once(child, "close", { signal });
  // It may exit before reading all: its output tells why.
  child.stdin.on("error", () => {});
  child.stdin.end(file);
  const chunks: Buffer[] = [];
  let size = 0;
  child.stdout.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size > maximumOutputBytes) child.kill("SIGKILL");
    else chunks.push(chunk);
  });
  let complaint = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    complaint = (complaint + text).slice(0, maximumComplaint);
  });
  await closed;
  return { output: Buffer.concat(chunks), complaint };
}

function startWorker(purpose: PicturePurpose, signal: AbortSignal): ChildProcessByStdio<Writable, Readable, Readable> {
  const [command, args] = withSystemLimits([process.execPath, ...nodeFlags, ...workerProgram(), purpose]);
  return spawn(command, args, {
    cwd: "/",
    env: workerEnvironment,
    stdio: ["pipe", "pipe", "pipe"],
    signal,
    timeout: pictureWorkerLimits.seconds * 1000,
    killSignal: "SIGKILL",
    windowsHide: true,
  });
}

/** No secrets of ours. */
const workerEnvironment = {
  LC_ALL: "C",
  VIPS_CONCURRENCY: "1",
  UV_THREADPOOL_SIZE: "1",
  MALLOC_ARENA_MAX: "2",
};

/** Without `--jitless` V8 reserves 512 MB of address space, above the limit. */
const nodeFlags = ["--max-old-space-size=64", "--v8-pool-size=1", "--jitless"];

/** Arguments: data, stack, CPU seconds. Also the OOM killer's first choice. */
const limitScript = `ulimit -c 0
ulimit -d "$1"
ulimit -s "$2"
ulimit -t "$3"
echo 1000 > /proc/self/oom_score_adj
shift 3
exec "$@"
`;

/** Linux only; elsewhere the header limits apply. */
function withSystemLimits(words: string[]): [string, string[]] {
  const [command = "", ...args] = words;
  if (process.platform !== "linux") return [command, args];
  const { dataKibibytes, stackKibibytes, seconds } = pictureWorkerLimits;
  const limits = [dataKibibytes, stackKibibytes, seconds].map(String);
  return ["/bin/sh", ["-c", limitScript, "kindling-picture-worker", ...limits, ...words]];
}

/** Built file, or the source by a loader: Node's own needs WebAssembly, disabled by `--jitless`. */
function workerProgram(): string[] {
  if (!import.meta.url.endsWith(".ts")) return [join(import.meta.dirname, "picture-worker.js")];
  const source = join(import.meta.dirname, "picture-worker.ts");
  return ["--import", pathToFileURL(createRequire(import.meta.url).resolve("tsx/esm")).href, source];
}
