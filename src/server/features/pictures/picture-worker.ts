import { setPriority } from "node:os";
import { buffer } from "node:stream/consumers";
import sharp, { type Metadata } from "sharp";
import { maximumPicturePixels, pictureSidePx } from "#shared/picture-rules.ts";
import { isTooLargeToDecode } from "./decoded-size.ts";
import type { WorkerOutcome } from "./encode-picture.ts";
import { pictureWorkerLimits, workerReady } from "./picture-worker-limits.ts";

/** One process per picture, stdin to stdout: a crash of the native decoder ends only it. */
setPriority(10);
setTimeout(() => process.exit(1), pictureWorkerLimits.seconds * 1000).unref();
sharp.concurrency(1);
sharp.cache(false);
// Blocks SVG, PDF and other interpreted formats.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["JpegBuffer", "PngBuffer", "WebpBuffer", "HeifBuffer", "NsgifBuffer"].map(
    (reader) => `VipsForeignLoad${reader}`,
  ),
});

process.stdout.write(workerReady);
const { outcome, content } = await encode(await buffer(process.stdin));
process.stdout.write(`${JSON.stringify(outcome)}\n`);
if (content) process.stdout.write(content);

async function encode(file: Buffer): Promise<{ outcome: WorkerOutcome; content?: Buffer }> {
  try {
    const metadata = await sharp(file, { limitInputPixels: false }).metadata();
    if (hasTooManyPixels(metadata)) return { outcome: { failure: "tooManyPixels" } };
    if (isTooLargeToDecode(metadata)) return { outcome: { failure: "tooLargeToDecode" } };
    const { data, info } = await sharp(file, { limitInputPixels: maximumPicturePixels, failOn: "error" })
      .autoOrient()
      .resize(pictureSidePx, pictureSidePx, { fit: "inside", withoutEnlargement: true })
      .webp({ quality: 82 })
      .timeout({ seconds: pictureWorkerLimits.decodeSeconds })
      .toBuffer({ resolveWithObject: true });
    return { outcome: { width: info.width, height: info.height }, content: data };
  } catch {
    return { outcome: { failure: "unreadable" } };
  }
}

function hasTooManyPixels({ width, height }: Metadata): boolean {
  return width * height > maximumPicturePixels;
}
