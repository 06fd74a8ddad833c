import { spawnSync } from "node:child_process";
import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterEach, expect, it } from "vitest";
import { silentLog } from "#tests/support/silent-log.ts";
import { createWatermarker, type Watermarker } from "./watermarker.ts";

const text = "Jonas Weber · 13 January 2026, 12:00 · Kindling Angels, confidential";
const font = join(process.cwd(), "dist/fonts/inter-regular.ttf");
const started: Watermarker[] = [];
afterEach(async () => {
  for (const watermarker of started.splice(0)) await watermarker.close();
});

function watermarker(file = font): Watermarker {
  const made = createWatermarker(file, silentLog);
  started.push(made);
  return made;
}

const pageOf = (background: string, width = 400, height = 300) =>
  sharp({ create: { width, height, channels: 3, background } })
    .webp({ lossless: true })
    .toBuffer();

/** How many pixels are another grey than the ground, in per cent. */
async function changed(picture: Buffer, ground: number): Promise<number> {
  const { data } = await sharp(picture).greyscale().raw().toBuffer({ resolveWithObject: true });
  return (100 * data.filter((value) => Math.abs(value - ground) > 12).length) / data.length;
}

it.each([
  ["#ffffff", 255],
  ["#808080", 128],
  ["#000000", 0],
])("A watermark is seen on %s, and leaves most of the page as it was", async (background, ground) => {
  const page = await pageOf(background);
  const marked = await watermarker().mark("jonas", async () => ({ page, text }));
  expect(await changed(marked, ground)).toBeGreaterThan(1);
  expect(await changed(marked, ground)).toBeLessThan(30);
});

it.each([
  [1, 1],
  [12, 900],
  [1600, 90],
])("A watermark fits a page of %i by %i pixels, and any name", async (width, height) => {
  const page = await pageOf("#fff", width, height);
  const name = `${"Ana-Sofía <Ruiz> & 株式会社 ".repeat(9)}\u202e`;
  const marked = await watermarker().mark("ana", async () => ({ page, text: name }));
  expect(await sharp(marked).metadata()).toMatchObject({ format: "webp", width, height });
});

it.for([
  ["zh-cn", "王小明"],
  ["ko", "김민준"],
  ["ar", "محمد"],
  ["he", "שרה"],
  ["th", "ประเสริฐ"],
] as const)(
  "A watermark has the letters of %s, which the machine need not have: %s",
  async ([language, name], { skip }) => {
    skip(spawnSync("fc-list", [`:lang=${language}`]).stdout?.length > 0, "this machine has a font for them");
    const folder = await mkdtemp(join(tmpdir(), "kindling-fonts-"));
    await copyFile(font, join(folder, "inter-regular.ttf"));
    const page = await pageOf("#fff");
    const marked = await watermarker().mark("ana", async () => ({ page, text: name }));
    // Boxes in place of the letters.
    const boxes = await watermarker(join(folder, "inter-regular.ttf")).mark("ana", async () => ({ page, text: name }));
    await rm(folder, { recursive: true });
    expect(marked.equals(boxes)).toBe(false);
  },
);

it("A page that ends the watermarker's process is answered 503, and the next one is marked in another process", async () => {
  const room = watermarker();
  const broken = room.mark("jonas", async () => ({ page: Buffer.from("no picture"), text }));
  await expect(broken).rejects.toMatchObject({ status: 503, code: "pages_busy" });
  const page = await pageOf("#fff");
  expect(await changed(await room.mark("jonas", async () => ({ page, text })), 255)).toBeGreaterThan(1);
});

it("A watermarker ends its process when it closes, and marks nothing afterwards", async () => {
  const room = watermarker();
  const page = await pageOf("#fff");
  const running = room.mark("jonas", async () => ({ page, text }));
  await room.close();
  await expect(running).rejects.toMatchObject({ status: 503, code: "stopping" });
  await expect(room.mark("jonas", async () => ({ page, text }))).rejects.toMatchObject({ code: "stopping" });
});
