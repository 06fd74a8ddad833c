import { z } from "zod";
import { pictureMessages } from "#shared/picture-messages.ts";
import { HttpError } from "../../platform/http/http-error.ts";
import { looksLikePicture } from "./looks-like-picture.ts";
import { workerReady } from "./picture-worker-limits.ts";
import { runPictureWorker } from "./run-picture-worker.ts";

export interface EncodedPicture {
  /** A WebP. */
  content: Buffer;
  width: number;
  height: number;
}

/** The line that the worker writes before the WebP, or in place of one. */
const workerOutcomeSchema = z.union([
  z.object({ width: z.number().int().positive(), height: z.number().int().positive() }),
  z.object({ failure: z.enum(["tooManyPixels", "tooLargeToDecode", "unreadable"]) }),
]);
export type WorkerOutcome = z.infer<typeof workerOutcomeSchema>;

/**
 * Reads a file for what it is, whatever it calls itself, and makes a small WebP of its pixels alone: upright, the first
 * frame of a moving one, and without what a camera wrote into it. A process of its own decodes it.
 * @throws HttpError 422 for anything but a picture, or one that is too large to decode.
 */
export async function encodePicture(file: Uint8Array, signal: AbortSignal): Promise<EncodedPicture> {
  if (!looksLikePicture(file)) throw refused("unreadable");
  const { output, complaint } = await runPictureWorker(file, signal);
  if (!output.subarray(0, workerReady.length).equals(Buffer.from(workerReady)))
    throw new Error(`The picture worker did not start: ${complaint}`);
  const lineEnd = output.indexOf("\n", workerReady.length);
  // Without an outcome it crashed, or ran into a limit, over this picture.
  if (lineEnd === -1) throw refused("unreadable");
  const outcome = workerOutcomeSchema.parse(JSON.parse(output.toString("utf8", workerReady.length, lineEnd)));
  if ("failure" in outcome) throw refused(outcome.failure);
  return { content: output.subarray(lineEnd + 1), ...outcome };
}

function refused(reason: "tooManyPixels" | "tooLargeToDecode" | "unreadable"): HttpError {
  const message = pictureMessages[reason];
  return new HttpError(422, "picture_unreadable", message, { errors: [{ path: "body", message }] });
}
