import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { gunzipSync, gzipSync } from "node:zlib";

/** Writes a backup with other content and a hash that is right for it, as another version of the club would. */
export function editBackup(from: string, to: string, edit: (text: string) => string, count = (rows: number[]) => rows) {
  const lines = gunzipSync(readFileSync(from)).toString("utf8").trimEnd().split("\n");
  const trailer = JSON.parse((lines.pop() ?? "").replace("-- ", ""));
  const text = edit(`${lines.join("\n")}\n`);
  const sha256 = createHash("sha256").update(text).digest("hex");
  writeFileSync(to, gzipSync(`${text}-- ${JSON.stringify({ rows: count(trailer.rows), sha256 })}\n`));
}
