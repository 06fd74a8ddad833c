import { once } from "node:events";
import { z } from "zod";
import { companyLogoMessages } from "#shared/deals/company-logo-rules.ts";
import { pictureMessages } from "#shared/pictures/picture-rules.ts";
import { settingsMessages } from "#shared/settings/settings-messages.ts";
import { HttpError } from "../../platform/http/http-error.ts";
import { spawnWorker } from "../../platform/workers/spawn-worker.ts";
import { type PicturePurpose, pictureWorkerLimits, workerReady } from "./picture-worker-limits.ts";

interface Size {
  width: number;
  height: number;
}

interface Encoded extends Size {
  /** A WebP; of a logo or an icon a PNG. */
  content: Buffer;
}

export interface EncodedPicture extends Encoded {
  /** Upright. */
  original: Size;
  /** Of a logo: 1200 × 630 pixels, to be shown with links. */
  preview?: Encoded | undefined;
}

const sizeSchema = z.object({ width: z.number().int().positive(), height: z.number().int().positive() });

/** First line of the worker's output. */
const workerOutcomeSchema = z.union([
  z.object({
    original: sizeSchema,
    /** The sizes are in the order of the pictures' contents. */
    pictures: z.array(sizeSchema.extend({ bytes: z.number().int().positive() })).min(1),
  }),
  z.object({ failure: z.enum(["tooManyPixels", "tooLargeToDecode", "unreadable"]) }),
]);
export type WorkerOutcome = z.infer<typeof workerOutcomeSchema>;

/** Detects the format by content; outputs it upright, first frame, no metadata. @throws HttpError 422. */
export async function encodePicture(
  file: Uint8Array,
  purpose: PicturePurpose,
  signal: AbortSignal,
): Promise<EncodedPicture> {
  const refused = (reason: keyof typeof refusals.profile) => {
    const message = refusals[purpose][reason];
    return new HttpError("picture_unreadable", message, { errors: [{ path: "body", message }] });
  };
  if (!looksLikePicture(file, purpose)) throw refused("unreadable");
  const { output, complaint } = await runPictureWorker(file, purpose, signal);
  if (!output.subarray(0, workerReady.length).equals(Buffer.from(workerReady)))
    throw new Error(`The picture worker did not start: ${complaint}`);
  const lineEnd = output.indexOf("\n", workerReady.length);
  // Crashed or hit a limit.
  if (lineEnd === -1) throw refused("unreadable");
  const outcome = workerOutcomeSchema.parse(JSON.parse(output.toString("utf8", workerReady.length, lineEnd)));
  if ("failure" in outcome) throw refused(outcome.failure);
  let start = lineEnd + 1;
  const [picture, preview] = outcome.pictures.map(({ bytes, ...size }) => {
    start += bytes;
    return { ...size, content: output.subarray(start - bytes, start) };
  });
  if (!picture) throw new Error("The picture worker wrote no picture.");
  return { ...picture, original: outcome.original, preview };
}

const { tooManyPixels, tooLargeToDecode, unreadable } = pictureMessages;
const brandRefusals = { tooManyPixels, tooLargeToDecode, unreadable: settingsMessages.unreadableFile };
const refusals = {
  profile: { tooManyPixels, tooLargeToDecode, unreadable },
  content: { tooManyPixels, tooLargeToDecode, unreadable },
  company: { tooManyPixels, tooLargeToDecode, unreadable: companyLogoMessages.unreadable },
  logo: brandRefusals,
  icon: brandRefusals,
} as const satisfies Record<PicturePurpose, object>;

interface Signature {
  offset: number;
  hex: string;
}

/** Magic bytes: JPEG, PNG, WebP. */
const brandSignatures: readonly Signature[] = [
  { offset: 0, hex: "ffd8ff" },
  { offset: 0, hex: "89504e470d0a1a0a" },
  { offset: 8, hex: "57454250" },
];

/** GIF and AVIF are allowed too. */
const allSignatures: readonly Signature[] = [
  ...brandSignatures,
  { offset: 0, hex: "47494638" },
  { offset: 4, hex: "66747970" },
];

/** Rejects other files without starting a process. */
const looksLikePicture = (file: Uint8Array, purpose: PicturePurpose): boolean =>
  (purpose === "profile" || purpose === "content" ? allSignatures : brandSignatures).some(
    ({ offset, hex }) => Buffer.from(file.subarray(offset, offset + hex.length / 2)).toString("hex") === hex,
  );

/** Above a WebP of any content, and above a logo and its preview without compression. */
const maximumOutputBytes = 4 * 1024 * 1024;

interface WorkerOutput {
  output: Buffer;
  complaint: string;
}

/** Resolves after the process has exited. @throws AbortError, or a spawn error. */
async function runPictureWorker(file: Uint8Array, purpose: PicturePurpose, signal: AbortSignal): Promise<WorkerOutput> {
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
