import { z } from "zod";
import { documentRefusals } from "#shared/deal-room.ts";
import { runWorker } from "../../../platform/workers/run-worker.ts";
import { documentWorkerLimits, maximumFrameBytes, maximumPageText } from "./document-worker-limits.ts";
import { RefusedDocument } from "./refused-document.ts";

const sizeSchema = z.int().positive();
const messageSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("ready") }),
  z.object({ kind: z.literal("page"), width: sizeSchema, height: sizeSchema, text: z.string().max(maximumPageText) }),
  z.object({ kind: z.literal("refused"), refusal: z.enum(documentRefusals) }),
  z.object({ kind: z.literal("done") }),
]);
export type WorkerMessage = z.infer<typeof messageSchema>;

export interface DrawnPage {
  width: number;
  height: number;
  text: string;
  /** A WebP. */
  content: Buffer;
}

/** Checks a document; draws its pages if it has any. @throws RefusedDocument, or an AbortError. */
export async function* runDocumentWorker(
  file: Uint8Array,
  mediaType: string,
  signal: AbortSignal,
): AsyncGenerator<DrawnPage> {
  const { seconds, wasmPages } = documentWorkerLimits;
  const program = {
    name: "document-worker.js",
    source: new URL("document-worker.ts", import.meta.url),
    args: [mediaType],
    nodeFlags: ["--max-old-space-size=128", "--v8-pool-size=1", `--wasm-max-mem-pages=${wasmPages}`],
    limits: documentWorkerLimits,
  };
  for await (const { header, content } of runWorker(program, file, { signal, seconds, maximumFrameBytes })) {
    const message = messageSchema.parse(header);
    if (message.kind === "refused") throw new RefusedDocument(message.refusal);
    if (message.kind === "done") return;
    if (message.kind !== "page") continue;
    const { width, height, text } = message;
    yield { width, height, text, content };
  }
  // Crashed or hit a limit.
  throw new RefusedDocument("unreadable");
}
