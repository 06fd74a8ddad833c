import { defineConfig } from "vite";

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

/**
 * The server in a few chunks, so that an operator's command loads only its own, beside it the program that decodes uploaded
 * pictures. Of the libraries it holds React, which draws mails, and the one that writes PDF, of which most is never loaded;
 * the others stay where npm installed them.
 */
export default defineConfig({
  // Leaves out React's development build, twice as large.
  define: { "process.env.NODE_ENV": '"production"' },
  // To match, whatever NODE_ENV the build runs in: React's production build has no jsxDEV.
  oxc: { jsx: { runtime: "automatic", development: false } },
  ssr: { noExternal: ["react", "react-dom", ...pdf] },
  build: {
    ssr: true,
    rolldownOptions: {
      input: ["src/server/main.ts", "src/server/features/pictures/picture-worker.ts"],
      output: { chunkFileNames: "[name].js" },
    },
    outDir: "dist/server",
    emptyOutDir: true,
    target: "node20",
    sourcemap: true,
  },
});
