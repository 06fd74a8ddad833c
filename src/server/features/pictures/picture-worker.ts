import { setPriority } from "node:os";
import { buffer } from "node:stream/consumers";
import sharp, { type Metadata, type OutputInfo, type Sharp } from "sharp";
import { contentPictureSidePx, maximumPicturePixels, pictureSidePx } from "#shared/pictures/picture-rules.ts";
import { isTooLargeToDecode } from "./decoded-size.ts";
import type { WorkerOutcome } from "./encode-picture.ts";
import { type PicturePurpose, pictureWorkerLimits, workerReady } from "./picture-worker-limits.ts";

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
const { outcome, contents = [] } = await encode(await buffer(process.stdin), process.argv[2] as PicturePurpose);
process.stdout.write(`${JSON.stringify(outcome)}\n`);
for (const content of contents) process.stdout.write(content);

async function encode(file: Buffer, purpose: PicturePurpose): Promise<{ outcome: WorkerOutcome; contents?: Buffer[] }> {
  try {
    const metadata = await sharp(file, { limitInputPixels: false }).metadata();
    if (hasTooManyPixels(metadata)) return { outcome: { failure: "tooManyPixels" } };
    if (isTooLargeToDecode(metadata)) return { outcome: { failure: "tooLargeToDecode" } };
    const picture = sharp(file, { limitInputPixels: maximumPicturePixels, failOn: "error" })
      .autoOrient()
      .timeout({ seconds: pictureWorkerLimits.decodeSeconds });
    const encoded = await encodeFor(purpose, picture);
    const pictures = encoded.map(({ data, info: { width, height } }) => ({ width, height, bytes: data.length }));
    const { width, height } = metadata.autoOrient;
    return { outcome: { original: { width, height }, pictures }, contents: encoded.map(({ data }) => data) };
  } catch {
    return { outcome: { failure: "unreadable" } };
  }
}

interface Encoded {
  data: Buffer;
  info: OutputInfo;
}

async function encodeFor(purpose: PicturePurpose, picture: Sharp): Promise<Encoded[]> {
  const fitted = (width: number, height: number) =>
    picture.resize(width, height, { fit: "inside", withoutEnlargement: true });
  const whole = { resolveWithObject: true } as const;
  const isSmall = purpose === "profile" || purpose === "company";
  if (isSmall) return [await fitted(pictureSidePx, pictureSidePx).webp({ quality: 82 }).toBuffer(whole)];
  if (purpose === "content") return [await lightest(fitted(contentPictureSidePx, contentPictureSidePx))];
  if (purpose === "icon") return [await fitted(512, 512).png().toBuffer(whole)];
  const logo = await fitted(800, 360).png().toBuffer(whole);
  return [logo, await centredOnPaper(logo)];
}

/** A picture full of detail loses some of it rather than weigh megabytes. */
async function lightest(picture: Sharp): Promise<Encoded> {
  const targetBytes = 400 * 1024;
  const { data: pixels, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const encode = (quality: number) =>
    sharp(pixels, { raw: { width, height, channels } }).webp({ quality }).toBuffer({ resolveWithObject: true });
  const encoded = await encode(82);
  return encoded.data.length > targetBytes ? encode(60) : encoded;
}

function centredOnPaper({ data, info }: Encoded): Promise<Encoded> {
  const previewSize = { width: 1200, height: 630 };
  const paper = "#fbf8f3";
  const left = Math.floor((previewSize.width - info.width) / 2);
  const top = Math.floor((previewSize.height - info.height) / 2);
  const right = previewSize.width - info.width - left;
  const bottom = previewSize.height - info.height - top;
  return sharp(data)
    .flatten({ background: paper })
    .extend({ top, bottom, left, right, background: paper })
    .png()
    .toBuffer({ resolveWithObject: true });
}

function hasTooManyPixels({ width, height }: Metadata): boolean {
  return width * height > maximumPicturePixels;
}
