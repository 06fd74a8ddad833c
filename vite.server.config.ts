import { defineConfig } from "vite";

/** The server as one file; what npm installed stays outside it. */
export default defineConfig({
  build: { ssr: "src/server/main.ts", outDir: "dist/server", emptyOutDir: true, target: "node20", sourcemap: true },
});
