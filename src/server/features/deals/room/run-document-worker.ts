import { z } from "zod";
import { documentRefusals } from "#shared/deals/deal-room.ts";
import { runWorker, SlowFrame } from "../../../platform/workers/run-worker.ts";
import { documentWorkerLimits, maximumFrameBytes, maximumPageText, RefusedDocument } from "./document-worker-limits.ts";

const sizeSchema = z.int().positive();
const messageSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("ready") }),
  z.object({
    kind: z.literal("page"),
    width: sizeSchema,
    height: sizeSchema,
    text: z.string().max(maximumPageText),
    is_damaged: z.boolean(),
  }),
  z.object({ kind: z.literal("refused"), refusal: z.enum(documentRefusals) }),
  z.object({ kind: z.literal("done") }),
]);
export type WorkerMessage = z.infer<typeof messageSchema>;

export interface DrawnPage {
  width: number;
  height: number;
  text: string;
  /** An empty sheet in place of a page that cannot be read. */
  is_damaged: boolean;
  /** A WebP. */
  content: Buffer;
}

/** A document that was not done in its turn. */
export class SlowDocument extends Error {
  override name = "SlowDocument";
  /** It is false where the machine did not even start the worker: the document is not the cause. */
  readonly hasStarted: boolean;
  constructor(hasStarted: boolean) {
    super("not done in its turn");
    this.hasStarted = hasStarted;
  }
}

/**
 * Checks a document; draws its pages if it has any, or opens those of a PDF without drawing them.
 * @param seconds wall clock.
 * @throws RefusedDocument, SlowDocument after so many seconds, or an AbortError.
 */
export async function* runDocumentWorker(
  file: Uint8Array,
  mediaType: string,
  { signal, seconds, task = "draw" }: { signal: AbortSignal; seconds: number; task?: "draw" | "open" },
): AsyncGenerator<DrawnPage> {
  const { wasmPages, pageCpuSeconds: frameCpuSeconds } = documentWorkerLimits;
  const program = {
    name: "document-worker.js",
    source: new URL("document-worker.ts", import.meta.url),
    args: [mediaType, task],
    nodeFlags: ["--max-old-space-size=128", "--v8-pool-size=1", `--wasm-max-mem-pages=${wasmPages}`],
    limits: documentWorkerLimits,
  };
  const started = performance.now();
  const run = { signal, seconds, maximumFrameBytes, frameCpuSeconds };
  const isOver = () => performance.now() - started >= seconds * 1000;
  let hasStarted = false;
  try {
    for await (const { header, content } of runWorker(program, file, run)) {
      const message = messageSchema.parse(header);
      hasStarted = true;
      if (message.kind === "refused") throw new RefusedDocument(message.refusal);
      if (message.kind === "done") return;
      if (message.kind !== "page") continue;
      const { kind: _page, ...page } = message;
      yield { ...page, content };
    }
  } catch (error) {
    if (error instanceof SlowFrame) throw new RefusedDocument("too_heavy_a_page");
    throw !hasStarted && isOver() && !signal.aborted ? new SlowDocument(hasStarted) : error;
  }
  if (isOver()) throw new SlowDocument(hasStarted);
  // Crashed or hit a limit.
  throw new RefusedDocument("unreadable");
}
