import { setPriority } from "node:os";
import { buffer } from "node:stream/consumers";
import sharp, { type Sharp } from "sharp";
import { maximumPicturePixels } from "#shared/pictures/picture-rules.ts";
import { writeFrame } from "../../../platform/workers/frames.ts";
import { isTooLargeToDecode } from "../../pictures/decoded-size.ts";
import { checkWorkbook } from "./check-workbook.ts";
import { drawnSidePx } from "./document-worker-limits.ts";
import { type DrawnSheet, drawPdf } from "./draw-pdf.ts";
import { loadPdfium, openPages } from "./pdfium.ts";
import { RefusedDocument } from "./refused-document.ts";
import type { WorkerMessage } from "./run-document-worker.ts";

/** One process per document, stdin to stdout: what breaks it, or takes too much, ends only it. */
setPriority(10);
sharp.concurrency(1);
sharp.cache(false);
// Blocks SVG, PDF and other interpreted formats.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: ["VipsForeignLoadJpegBuffer", "VipsForeignLoadPngBuffer"] });

const tell = (message: WorkerMessage, content?: Uint8Array) => writeFrame(process.stdout, message, content);

await tell({ kind: "ready" });
try {
  const file = await buffer(process.stdin);
  const [, , mediaType, task] = process.argv;
  if (task === "open") openPages(await loadPdfium(), file);
  else await check(mediaType, file);
  await tell({ kind: "done" });
} catch (error) {
  await tell({ kind: "refused", refusal: error instanceof RefusedDocument ? error.refusal : "unreadable" });
}

async function check(mediaType: string | undefined, file: Buffer): Promise<void> {
  if (mediaType === "application/pdf") for await (const sheet of drawPdf(file)) await send(sheet);
  else if (mediaType?.startsWith("image/"))
    await send({ picture: await openPicture(file), text: "", is_damaged: false });
  else await checkWorkbook(file);
}

async function openPicture(file: Buffer): Promise<Sharp> {
  const header = await sharp(file, { limitInputPixels: false }).metadata();
  if (header.width * header.height > maximumPicturePixels || isTooLargeToDecode(header))
    throw new RefusedDocument("too_large_a_page");
  return sharp(file, { limitInputPixels: maximumPicturePixels, failOn: "error" })
    .autoOrient()
    .resize(drawnSidePx, drawnSidePx, { fit: "inside", withoutEnlargement: true })
    .flatten({ background: "white" });
}

async function send({ picture, text, is_damaged }: DrawnSheet): Promise<void> {
  const { data, info } = await picture.webp({ quality: 82, effort: 2 }).toBuffer({ resolveWithObject: true });
  await tell({ kind: "page", width: info.width, height: info.height, text, is_damaged }, data);
}
