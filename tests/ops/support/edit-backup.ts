import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { gunzipSync, gzipSync } from "node:zlib";

/** Rewrites counts and hash to match. */
export function editBackup(from: string, to: string, edit: (text: string) => string): void {
  const text = edit(textOf(from).replace(/-- .*\n$/, ""));
  const rows = text
    .split(/^copy .*\n/m)
    .slice(1)
    .map((section) => section.split("\n").length - 2);
  const sha256 = createHash("sha256").update(text).digest("hex");
  writeFileSync(to, gzipSync(`${text}-- ${JSON.stringify({ rows, sha256 })}\n`));
}

/** Leaves the trailer unchanged. */
export function forgeBackup(from: string, to: string, edit: (text: string) => string): void {
  writeFileSync(to, gzipSync(edit(textOf(from))));
}

const textOf = (file: string) => gunzipSync(readFileSync(file)).toString("utf8");
