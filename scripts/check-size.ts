import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { appChunk, readManifest, scriptsOf } from "./web-manifest.ts";

const folder = "dist/web";
const kilobyte = 1000;
/** Compressed with brotli, as the server sends it: what a visitor's first page needs, and what the members area adds. */
const budgets = { publicPage: 120 * kilobyte, membersArea: 90 * kilobyte };

const sources = Object.keys(readManifest());
const publicPages = sources.filter((name) => /^(pages|home)\/.*-page\.tsx$/.test(name));
const articles = sources.filter((name) => /^content\/articles\/.*\.mdx$/.test(name));
const memberPages = sources.filter((name) => /^members\/.*-page\.tsx$/.test(name));

const first = [...scriptsOf("start.ts"), ...scriptsOf(appChunk())];
let isOver = false;
for (const page of publicPages) report(page, [...first, ...scriptsOf(page)], budgets.publicPage);
for (const text of articles) {
  report(text, [...first, ...scriptsOf("pages/article-page.tsx"), ...scriptsOf(text)], budgets.publicPage);
}
for (const page of memberPages) {
  const added = scriptsOf(page).filter((file) => !first.includes(file));
  report(`${page} (more)`, added, budgets.membersArea);
}
if (isOver) process.exit(1);

function report(page: string, files: string[], budget: number): void {
  const bytes = sizeOf(new Set(files));
  const verdict = bytes > budget ? "OVER" : "ok";
  if (bytes > budget) isOver = true;
  console.log(
    `${verdict.padEnd(5)}${(bytes / kilobyte).toFixed(1).padStart(7)} kB of ${budget / kilobyte} kB  ${page}`,
  );
}

function sizeOf(files: Set<string>): number {
  return [...files].reduce((sum, file) => sum + brotliCompressSync(readFileSync(join(folder, file))).length, 0);
}
