import { readdirSync, readFileSync, renameSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";

const folder = "dist/web";
const isText = /\.(html|js|css|svg|json|webmanifest)$/;

// The list of the build's files is for the size check, and not for visitors.
renameSync(join(folder, ".vite/manifest.json"), "dist/web-manifest.json");
rmdirSync(join(folder, ".vite"));

/** Lays a brotli and a gzip version beside each text of the built pages, once, so that no request has to wait for it. */
for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => isText.test(file))) {
  const file = join(folder, name);
  const content = readFileSync(file);
  writeFileSync(`${file}.br`, brotliCompressSync(content));
  writeFileSync(`${file}.gz`, gzipSync(content));
}
