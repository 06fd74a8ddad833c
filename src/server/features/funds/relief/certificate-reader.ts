import pLimit from "p-limit";
import { z } from "zod";
import { runWorker } from "../../../platform/workers/run-worker.ts";
import { certificateLimits } from "./certificate-worker-limits.ts";
import { certificateRefusals, RefusedCertificates } from "./refused-certificates.ts";

const messageSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("ready") }),
  z.object({
    kind: z.literal("certificate"),
    /** Within a ZIP. */
    file_name: z.string().nullable(),
    /** Empty where it cannot be read. */
    text: z.string().max(certificateLimits.text),
  }),
  z.object({ kind: z.literal("refused"), refusal: z.enum(certificateRefusals) }),
  z.object({ kind: z.literal("done") }),
]);
export type WorkerMessage = z.infer<typeof messageSchema>;

export interface UploadedCertificate {
  /** Null for a PDF that is no part of a ZIP. */
  file_name: string | null;
  text: string;
  /** A PDF. */
  content: Buffer;
}

export interface CertificateReader {
  /**
   * One upload at a time, and one file of it in memory.
   * @param file a PDF, or a ZIP of PDFs.
   * @param keep is called with each PDF, in order.
   * @throws RefusedCertificates, or an AbortError after `close`.
   */
  read(file: Buffer, keep: (certificate: UploadedCertificate) => Promise<void>): Promise<void>;
  /** Kills the worker and waits. */
  close(): Promise<void>;
}

/** One per process. */
export function createCertificateReader(): CertificateReader {
  const inTurn = pLimit(1);
  const closing = new AbortController();
  return {
    read: (file, keep) =>
      inTurn(async () => {
        for await (const certificate of readAll(file, closing.signal)) await keep(certificate);
      }),
    close: async () => {
      closing.abort();
      await inTurn(() => {});
    },
  };
}

async function* readAll(file: Buffer, signal: AbortSignal) {
  const { seconds, wasmPages, frameBytes } = certificateLimits;
  const program = {
    name: "certificate-worker.js",
    source: new URL("certificate-worker.ts", import.meta.url),
    nodeFlags: ["--max-old-space-size=128", "--v8-pool-size=1", `--wasm-max-mem-pages=${wasmPages}`],
    limits: certificateLimits,
  };
  const run = { signal, seconds, maximumFrameBytes: frameBytes };
  for await (const { header, content } of runWorker(program, file, run)) {
    const message = messageSchema.parse(header);
    if (message.kind === "refused") throw new RefusedCertificates(message.refusal);
    if (message.kind === "done") return;
    if (message.kind === "certificate") yield { ...message, content };
  }
  // Crashed or hit a limit.
  throw new RefusedCertificates("unreadable");
}
