import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";

interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}

const folder = "dist/web";
const kilobyte = 1000;
/** Compressed with brotli, as the server sends it: what a visitor's first page needs, and what the members area adds. */
const budgets = { publicPage: 120 * kilobyte, membersArea: 90 * kilobyte };

const manifest: Record<string, Chunk> = JSON.parse(readFileSync("dist/web-manifest.json", "utf8"));
const entry = "index.html";
const publicPages = Object.keys(manifest).filter((name) => /^(pages|home)\/.*-page\.tsx$/.test(name));
const memberPages = Object.keys(manifest).filter((name) => /^members\/.*-page\.tsx$/.test(name));

const first = filesOf(entry);
let isOver = false;
for (const page of publicPages) report(page, sizeOf(filesOf(page, first)), budgets.publicPage);
for (const page of memberPages) {
  const added = [...filesOf(page)].filter((file) => !first.has(file));
  report(`${page} (more)`, sizeOf(new Set(added)), budgets.membersArea);
}
if (isOver) process.exit(1);

function report(page: string, bytes: number, budget: number): void {
  const verdict = bytes > budget ? "OVER" : "ok";
  if (bytes > budget) isOver = true;
  console.log(
    `${verdict.padEnd(5)}${(bytes / kilobyte).toFixed(1).padStart(7)} kB of ${budget / kilobyte} kB  ${page}`,
  );
}

/** The scripts that one chunk needs before it can run. */
function filesOf(name: string, found = new Set<string>()): Set<string> {
  const files = new Set(found);
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (!chunk || files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  visit(name);
  return files;
}

function sizeOf(files: Set<string>): number {
  return [...files].reduce((sum, file) => sum + brotliCompressSync(readFileSync(join(folder, file))).length, 0);
}
