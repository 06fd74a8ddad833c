import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { defineConfig, type Plugin } from "vite";
import packageJson from "./package.json" with { type: "json" };
import { programOutput } from "./vite.config.ts";

/** What draws pages, beside the program that loads it. */
const pdfium: Plugin = {
  name: "pdfium",
  generateBundle() {
    const source = readFileSync(createRequire(import.meta.url).resolve("@embedpdf/pdfium/pdfium.wasm"));
    this.emitFile({ type: "asset", fileName: "pdfium.wasm", source });
  },
};

/** `import * as z` brings every language of Zod, a quarter of a megabyte: ours are our own words. */
const zodInEnglish: Plugin = {
  name: "zod-in-english",
  load: {
    filter: { id: /zod\/v4\/locales\/index\.js$/ },
    handler: () => 'export { default as en } from "./en.js";',
  },
};

/**
 * The server in a few chunks, so that an operator's command loads only its own, beside it the programs that read uploaded
 * pictures and documents. Libraries are part of it, but for the dependencies of package.json: programs, compiled code, and
 * what loads files of its own.
 */
export default defineConfig({
  logLevel: "warn",
  // Leaves out React's development build, twice as large.
  define: { "process.env.NODE_ENV": '"production"' },
  // To match, whatever NODE_ENV the build runs in: React's production build has no jsxDEV.
  oxc: { jsx: { runtime: "automatic", development: false } },
  ssr: { noExternal: true, external: Object.keys(packageJson.dependencies) },
  plugins: [pdfium, zodInEnglish],
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
      // Node keeps maps in memory. Stack traces need no texts: 48 MB less on Node 20.
      output: { ...programOutput, sourcemapExcludeSources: true },
    },
    outDir: "dist/server",
    emptyOutDir: true,
    target: "node20",
    sourcemap: true,
  },
});
