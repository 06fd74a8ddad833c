import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import sharp, { type OverlayOptions, type Sharp } from "sharp";
import { otherFontFiles } from "../../../platform/pdf/other-fonts.ts";
import { readFrames, writeFrame } from "../../../platform/workers/frames.ts";
import { markSchema, maximumMarkFrameBytes, workerReady } from "./watermark-limits.ts";

/** One process for many pages, until its stdin ends. */
sharp.concurrency(1);
sharp.cache(false);
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: ["VipsForeignLoadWebpBuffer"] });

const fontfile = process.argv[2] ?? "";
const added = new Set<string>();
let last: { key: string; stamp: OverlayOptions } | undefined;
const transparent = { r: 0, g: 0, b: 0, alpha: 0 };

await writeFrame(process.stdout, workerReady);
for await (const { header, content } of readFrames(process.stdin, maximumMarkFrameBytes)) {
  const { text } = markSchema.parse(header);
  await writeFrame(process.stdout, {}, await mark(content, text));
}

/** Pango finds letters in every font that it was given once. */
async function addFonts(text: string): Promise<void> {
  for (const name of otherFontFiles(text)) {
    const file = join(dirname(fontfile), name);
    if (added.has(name) || !existsSync(file)) continue;
    added.add(name);
    await sharp({ text: { text: "x", fontfile: file } }).toBuffer();
  }
}

async function mark(page: Buffer, text: string): Promise<Buffer> {
  const { width, height } = await sharp(page).metadata();
  const key = JSON.stringify([text, width, height]);
  // A reader's pages are mostly of one size.
  if (last?.key !== key) last = { key, stamp: await drawStamp(text, width, height) };
  return sharp(page)
    .composite([{ ...last.stamp, tile: true, gravity: "northwest" }])
    .webp({ quality: 80, effort: 0 })
    .toBuffer();
}

/** Upwards; dark with a light edge, to be seen on every ground. */
async function drawStamp(text: string, width: number, height: number) {
  await addFonts(text);
  const size = Math.max(8, Math.round(Math.max(width, height) / 64));
  const line = (colour: string, alpha: number) => {
    const span = `<span foreground="${colour}" alpha="${alpha}%">${escaped(text)}</span>`;
    return rasterOf(
      sharp({ text: { text: span, font: `Inter ${size}`, fontfile, dpi: 72, rgba: true, width, align: "centre" } }),
    );
  };
  const [dark, light] = [await line("#000000", 26), await line("#ffffff", 45)];
  const edge = Math.max(1, Math.round(size / 14));
  const framed = sharp(dark.input, { raw: dark.raw })
    .extend({ top: size, bottom: size, left: size, right: size, background: transparent })
    .composite([{ ...light, left: size + edge, top: size + edge, blend: "dest-over" }]);
  const { input, raw } = await rasterOf(framed);
  return rasterOf(
    sharp(input, { raw })
      .rotate(-28, { background: transparent })
      .resize(width, height, { fit: "inside", withoutEnlargement: true }),
  );
}

async function rasterOf(picture: Sharp) {
  const { data, info } = await picture.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return { input: data, raw: { width, height, channels } } satisfies OverlayOptions;
}

/** Pango reads its text as markup. */
function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
