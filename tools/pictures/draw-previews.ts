import { createHash } from "node:crypto";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { chromium } from "@playwright/test";
import { previewPicture } from "#shared/paths.ts";
import { chromiumFlags, chromiumPath } from "../../tests/support/chromium.ts";
import { previewCard, previewedPaths, previewSize } from "./preview-card.ts";

/** Link previews. Run after changing a title or drawing; a test compares their sources. */
const folder = new URL("../../src/web/public/previews/", import.meta.url);
const taken = new URL("./previews.json", import.meta.url);
const host = "http://cards.invalid";
const { resolve } = createRequire(new URL("../assets/package.json", import.meta.url));
const fonts: Record<string, string> = {
  "/fraunces.woff2": resolve("@fontsource-variable/fraunces/files/fraunces-latin-opsz-normal.woff2"),
  "/inter.woff2": resolve("@fontsource-variable/inter/files/inter-latin-wght-normal.woff2"),
};

const browser = await chromium.launch({
  executablePath: chromiumPath() ?? "chromium",
  args: chromiumFlags,
});
const page = await browser.newPage({ viewport: previewSize });
await page.route("**/*", (route) => {
  const path = new URL(route.request().url()).pathname;
  const font = fonts[path];
  if (font) return route.fulfill({ path: font });
  return route.fulfill({ body: previewCard(path), contentType: "text/html" });
});

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const hashes: Record<string, string> = {};
for (const path of previewedPaths) {
  await page.goto(host + path);
  await page.evaluate(() => document.fonts.ready);
  const picture = await page.screenshot({ type: "jpeg", quality: 82 });
  writeFileSync(new URL(previewPicture(path).replace("/previews/", ""), folder), picture);
  hashes[path] = createHash("sha256").update(previewCard(path)).digest("hex");
}
writeFileSync(taken, `${JSON.stringify(hashes, null, 2)}\n`);
await browser.close();
