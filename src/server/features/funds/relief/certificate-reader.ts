import pLimit from "p-limit";
import { z } from "zod";
import { type LeftOutReason, leftOutReasons } from "#shared/funds/funds-relief-messages.ts";
import { runWorker } from "../../../platform/workers/run-worker.ts";
import { certificateLimits, certificateRefusals, RefusedCertificates } from "./certificate-worker-limits.ts";

const messageSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("ready") }),
  z.object({
    kind: z.literal("certificate"),
    /** Within a ZIP. */
    file_name: z.string().nullable(),
    /** A scan has an empty text. */
    text: z.string().max(certificateLimits.text),
  }),
  z.object({ kind: z.literal("left_out"), file_name: z.string().nullable(), reason: z.enum(leftOutReasons) }),
  z.object({ kind: z.literal("refused"), refusal: z.enum(certificateRefusals) }),
  z.object({ kind: z.literal("done") }),
]);
export type WorkerMessage = z.infer<typeof messageSchema>;

export interface UploadedCertificate {
  /** A PDF that is no part of a ZIP has no name. */
  file_name: string | null;
  text: string;
  /** A PDF. */
  content: Buffer;
}

export interface LeftOutCertificate {
  file_name: string | null;
  reason: LeftOutReason;
}

interface Takers {
  /** Called with each PDF, in order. */
  keep(certificate: UploadedCertificate): Promise<void>;
  /** Called with each file that is no PDF, or one that does not open. */
  leaveOut(file: LeftOutCertificate): void;
}

export interface CertificateReader {
  /**
   * One upload at a time, and one file of it in memory.
   * @param file a PDF, or a ZIP with PDFs.
   * @throws RefusedCertificates, or an AbortError after `close`.
   */
  read(file: Buffer, takers: Takers): Promise<void>;
  /** Kills the worker and waits. */
  close(): Promise<void>;
}

export function createCertificateReader(): CertificateReader {
  const inTurn = pLimit(1);
  const closing = new AbortController();
  return {
    read: (file, { keep, leaveOut }) =>
      inTurn(async () => {
        for await (const read of readAll(file, closing.signal)) {
          if (read.kind === "left_out") leaveOut(read);
          else await keep(read);
        }
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
    if (message.kind === "left_out") yield message;
    if (message.kind === "certificate") yield { ...message, content };
  }
  // Crashed or hit a limit.
  throw new RefusedCertificates("unreadable");
}
