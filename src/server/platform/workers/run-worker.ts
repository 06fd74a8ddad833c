import { once } from "node:events";
import { type Frame, readFrames } from "./frames.ts";
import { spawnWorker, type WorkerProgram } from "./spawn-worker.ts";

interface Run {
  signal: AbortSignal;
  /** Wall clock. */
  seconds: number;
  maximumFrameBytes: number;
}

/**
 * Gives a file to a worker of its own, which ends with the last frame that is taken. The first frame says that it is loaded: a
 * failure before it is not the file's. @throws an AbortError, or where the worker did not start.
 */
export async function* runWorker(
  program: WorkerProgram,
  file: Uint8Array,
  { signal, seconds, maximumFrameBytes }: Run,
): AsyncGenerator<Frame> {
  signal.throwIfAborted();
  const { child, complaint } = spawnWorker(program, { signal, timeout: seconds * 1000 });
  const closed = once(child, "close", { signal });
  closed.catch(() => {});
  child.stdin.end(file);
  let isReady = false;
  try {
    for await (const frame of readFrames(child.stdout, maximumFrameBytes)) {
      isReady = true;
      yield frame;
    }
    await closed;
    if (!isReady) throw new Error(`${program.name} did not start: ${complaint()}`);
  } finally {
    child.kill("SIGKILL");
    await closed.catch(() => {});
  }
}
