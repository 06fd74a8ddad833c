import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { defineConfig, type Plugin } from "vite";

const signing = [
  "@noble/ciphers",
  "@noble/hashes",
  "@scure/base",
  "asn1js",
  "bytestreamjs",
  "pkijs",
  "pvtsutils",
  "pvutils",
];
const pdf = ["@libpdf/core", "lru-cache", "pako", ...signing];
const documents = ["@embedpdf/pdfium", "yauzl", "pend"];

/** What draws pages, beside the program that loads it. */
const pdfium: Plugin = {
  name: "pdfium",
  generateBundle() {
    const source = readFileSync(createRequire(import.meta.url).resolve("@embedpdf/pdfium/pdfium.wasm"));
    this.emitFile({ type: "asset", fileName: "pdfium.wasm", source });
  },
};

/**
 * The server in a few chunks, so that an operator's command loads only its own, beside it the programs that read uploaded
 * pictures and documents. Of the libraries it holds React, which draws mails, and those that read and write PDF, of which
 * most is never loaded; the others stay where npm installed them.
 */
export default defineConfig({
  // Leaves out React's development build, twice as large.
  define: { "process.env.NODE_ENV": '"production"' },
  // To match, whatever NODE_ENV the build runs in: React's production build has no jsxDEV.
  oxc: { jsx: { runtime: "automatic", development: false } },
  ssr: { noExternal: ["react", "react-dom", ...pdf, ...documents] },
  plugins: [pdfium],
  build: {
    ssr: true,
    rolldownOptions: {
      input: [
        "src/server/main.ts",
        "src/server/features/pictures/picture-worker.ts",
        "src/server/features/deals/room/document-worker.ts",
        "src/server/features/deals/room/watermark-worker.ts",
        "src/server/features/funds/relief/certificate-worker.ts",
      ],
      output: { chunkFileNames: "[name].js" },
    },
    outDir: "dist/server",
    emptyOutDir: true,
    target: "node20",
    sourcemap: true,
  },
});
