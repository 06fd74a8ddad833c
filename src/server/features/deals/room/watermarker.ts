import type { Logger } from "pino";
import { dealRoomMessages as messages } from "#shared/deals/deal-room-messages.ts";
import { stoppingMessage } from "#shared/errors.ts";
import { HttpError } from "../../../platform/http/http-error.ts";
import { createTurns } from "../../../platform/take-turns.ts";
import { type Frame, readFrames, writeFrame } from "../../../platform/workers/frames.ts";
import { spawnWorker } from "../../../platform/workers/spawn-worker.ts";
import { maximumMarkFrameBytes, watermarkLimits } from "./watermark-limits.ts";

interface DrawnPage {
  page: Uint8Array;
  text: string;
}

/** Of all readers, and of one. */
const maximumWaiting = 32;
const maximumWaitingOfOne = 8;
const retryAfterSeconds = 2;

export interface Watermarker {
  /** Ahead of the first page: a process takes half a second. */
  start(): void;
  /**
   * Writes a text across a drawn page, in a process of its own, one page at a time.
   * @param read is called once it is its turn.
   * @throws HttpError 503 with Retry-After while too many wait.
   */
  mark(readerId: string, read: () => Promise<DrawnPage>): Promise<Buffer>;
  /** Ends the process and waits. */
  close(): Promise<void>;
}

/** A process of the server has one. @param font a file: the machine may have none. */
export function createWatermarker(font: string, log: Pick<Logger, "warn">): Watermarker {
  const turns = createTurns({ waiting: maximumWaiting, waitingOfOne: maximumWaitingOfOne, busy });
  let worker: MarkingWorker | undefined;
  let isClosed = false;

  const startWorker = (): MarkingWorker => {
    worker ??= createWorker(font);
    return worker;
  };
  const markOnce = async (drawn: DrawnPage) => {
    if (isClosed) throw new HttpError("stopping", stoppingMessage);
    const used = startWorker();
    const marked = await used.mark(drawn);
    if (!marked && worker === used) worker = undefined;
    if (!marked) log.warn({ complaint: used.complaint() }, "watermark worker ended");
    return marked;
  };

  return {
    start: () => {
      if (!isClosed) startWorker();
    },
    mark: (readerId, read) =>
      turns.take(readerId, async () => {
        const drawn = await read();
        const marked = (await markOnce(drawn)) ?? (await markOnce(drawn));
        if (!marked) throw busy();
        return marked;
      }),
    async close() {
      isClosed = true;
      worker?.kill();
      await turns.idle();
      await worker?.closed;
    },
  };
}

const busy = () =>
  new HttpError("pages_busy", messages.busy, { headers: { "Retry-After": String(retryAfterSeconds) } });

type MarkingWorker = ReturnType<typeof createWorker>;

function createWorker(font: string) {
  const { child, complaint } = spawnWorker({
    name: "watermark-worker.js",
    source: new URL("watermark-worker.ts", import.meta.url),
    args: [font],
    nodeFlags: ["--max-old-space-size=64", "--v8-pool-size=1", "--jitless"],
    limits: { ...watermarkLimits, cpuSeconds: "unlimited" },
  });
  const closed = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const kill = () => child.kill("SIGKILL");
  child.on("error", kill);
  const frames = readFrames(child.stdout, maximumMarkFrameBytes);
  const next = async (): Promise<Frame | undefined> => {
    const { value } = await frames.next();
    return value ?? undefined;
  };
  const tooLateToStart = setTimeout(kill, watermarkLimits.startSeconds * 1000);
  const ready = next().finally(() => clearTimeout(tooLateToStart));
  ready.catch(kill);

  return {
    closed,
    kill,
    complaint,
    /** Returns undefined where the process has ended, or did meanwhile. */
    async mark({ text, page }: DrawnPage): Promise<Buffer | undefined> {
      let tooLate: NodeJS.Timeout | undefined;
      try {
        if (!(await ready)) return undefined;
        tooLate = setTimeout(kill, watermarkLimits.seconds * 1000);
        const [, marked] = await Promise.all([Promise.race([writeFrame(child.stdin, { text }, page), closed]), next()]);
        return marked?.content;
      } catch {
        kill();
        return undefined;
      } finally {
        clearTimeout(tooLate);
      }
    },
  };
}
