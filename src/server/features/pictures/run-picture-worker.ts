import { once } from "node:events";
import { spawnWorker } from "../../platform/workers/spawn-worker.ts";
import { type PicturePurpose, pictureWorkerLimits } from "./picture-worker-limits.ts";

/** Above a WebP of any content, and above a logo and its preview without compression. */
const maximumOutputBytes = 4 * 1024 * 1024;

interface WorkerOutput {
  output: Buffer;
  complaint: string;
}

/** Resolves after the process has exited. @throws AbortError, or a spawn error. */
export async function runPictureWorker(
  file: Uint8Array,
  purpose: PicturePurpose,
  signal: AbortSignal,
): Promise<WorkerOutput> {
  signal.throwIfAborted();
  const { child, complaint } = startWorker(purpose, signal);
  const closed = once(child, "close", { signal });
  child.stdin.end(file);
  const chunks: Buffer[] = [];
  let size = 0;
  child.stdout.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size > maximumOutputBytes) child.kill("SIGKILL");
    else chunks.push(chunk);
  });
  await closed;
  return { output: Buffer.concat(chunks), complaint: complaint() };
}

const startWorker = (purpose: PicturePurpose, signal: AbortSignal) =>
  spawnWorker(
    {
      name: "picture-worker.js",
      source: new URL("picture-worker.ts", import.meta.url),
      args: [purpose],
      // Without `--jitless` V8 reserves 512 MB of address space, above the limit.
      nodeFlags: ["--max-old-space-size=64", "--v8-pool-size=1", "--jitless"],
      limits: { ...pictureWorkerLimits, cpuSeconds: pictureWorkerLimits.seconds },
    },
    { signal, timeout: pictureWorkerLimits.seconds * 1000 },
  );
