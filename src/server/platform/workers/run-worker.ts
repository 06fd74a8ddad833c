import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type Frame, readFrames } from "./frames.ts";
import { spawnWorker, type WorkerProgram } from "./spawn-worker.ts";

interface Run {
  signal: AbortSignal;
  /** Wall clock. */
  seconds: number;
  maximumFrameBytes: number;
  /** Of the processor, from one frame to the next. Only on Linux, where it can be read. */
  frameCpuSeconds?: number;
}

/** The worker was ended because one frame took more of the processor than it may. */
export class SlowFrame extends Error {
  override name = "SlowFrame";
}

/**
 * Gives a file to a worker of its own, which ends with the last frame that is taken. The first frame says that it is loaded: a
 * failure before it is not the file's. @throws SlowFrame, an AbortError, or where the worker did not start.
 */
export async function* runWorker(
  program: WorkerProgram,
  file: Uint8Array,
  { signal, seconds, maximumFrameBytes, frameCpuSeconds = Number.POSITIVE_INFINITY }: Run,
): AsyncGenerator<Frame> {
  signal.throwIfAborted();
  const { child, complaint } = spawnWorker(program, { signal, timeout: seconds * 1000 });
  const closed = once(child, "close", { signal });
  closed.catch(() => {});
  child.stdin.end(file);
  let isReady = false;
  let spentBefore = 0;
  let isSlow = false;
  const spent = () => cpuSecondsOf(child.pid);
  const watch = setInterval(() => {
    isSlow = isReady && spent() - spentBefore > frameCpuSeconds;
    if (isSlow) child.kill("SIGKILL");
  }, watchMilliseconds);
  try {
    for await (const frame of readFrames(child.stdout, maximumFrameBytes)) {
      isReady = true;
      yield frame;
      spentBefore = spent();
    }
    if (isSlow) throw new SlowFrame(`${program.name} took too long for a part`);
    await closed;
    if (!isReady) throw new Error(`${program.name} did not start: ${complaint()}`);
  } finally {
    clearInterval(watch);
    child.kill("SIGKILL");
    // Unread output would keep the process from closing.
    child.stdout.destroy();
    await closed.catch(() => {});
  }
}

const watchMilliseconds = 500;
const ticksPerSecond = 100;

/** Returns the seconds that the kernel has counted for a process so far; 0 where it does not say. */
function cpuSecondsOf(pid: number | undefined): number {
  if (pid === undefined || process.platform !== "linux") return 0;
  try {
    // The name, in brackets, may have spaces; time in user mode and in the kernel are the 12th and 13th after it.
    const [, after = ""] = /\)([^)]*)$/.exec(readFileSync(`/proc/${pid}/stat`, "latin1")) ?? [];
    const fields = after.trim().split(" ");
    return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond || 0;
  } catch {
    return 0;
  }
}
