import { z } from "zod";
import { pictureMessages } from "#shared/picture-rules.ts";
import { HttpError } from "../../platform/http/http-error.ts";
import { workerReady } from "./picture-worker-limits.ts";
import { runPictureWorker } from "./run-picture-worker.ts";

export interface EncodedPicture {
  /** A WebP. */
  content: Buffer;
  width: number;
  height: number;
}

/** First line of the worker's output. */
const workerOutcomeSchema = z.union([
  z.object({ width: z.number().int().positive(), height: z.number().int().positive() }),
  z.object({ failure: z.enum(["tooManyPixels", "tooLargeToDecode", "unreadable"]) }),
]);
export type WorkerOutcome = z.infer<typeof workerOutcomeSchema>;

/** Detects the format by content; outputs upright WebP, first frame, no metadata. @throws HttpError 422. */
export async function encodePicture(file: Uint8Array, signal: AbortSignal): Promise<EncodedPicture> {
  if (!looksLikePicture(file)) throw refused("unreadable");
  const { output, complaint } = await runPictureWorker(file, signal);
  if (!output.subarray(0, workerReady.length).equals(Buffer.from(workerReady)))
    throw new Error(`The picture worker did not start: ${complaint}`);
  const lineEnd = output.indexOf("\n", workerReady.length);
  // Crashed or hit a limit.
  if (lineEnd === -1) throw refused("unreadable");
  const outcome = workerOutcomeSchema.parse(JSON.parse(output.toString("utf8", workerReady.length, lineEnd)));
  if ("failure" in outcome) throw refused(outcome.failure);
  return { content: output.subarray(lineEnd + 1), ...outcome };
}

function refused(reason: "tooManyPixels" | "tooLargeToDecode" | "unreadable"): HttpError {
  const message = pictureMessages[reason];
  return new HttpError(422, "picture_unreadable", message, { errors: [{ path: "body", message }] });
}

/** Magic bytes: JPEG, PNG, GIF, WebP, AVIF. */
const signatures: { offset: number; hex: string }[] = [
  { offset: 0, hex: "ffd8ff" },
  { offset: 0, hex: "89504e470d0a1a0a" },
  { offset: 0, hex: "47494638" },
  { offset: 8, hex: "57454250" },
  { offset: 4, hex: "66747970" },
];

/** Rejects other files without starting a process. */
const looksLikePicture = (file: Uint8Array): boolean =>
  signatures.some(
    ({ offset, hex }) => Buffer.from(file.subarray(offset, offset + hex.length / 2)).toString("hex") === hex,
  );
