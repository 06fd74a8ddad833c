import { defineConfig } from "vite";

/** The server as one file, beside it the program that reads uploaded pictures; what npm installed stays outside them. */
export default defineConfig({
  build: {
    ssr: true,
    rolldownOptions: { input: ["src/server/main.ts", "src/server/features/pictures/picture-worker.ts"] },
    outDir: "dist/server",
    emptyOutDir: true,
    target: "node20",
    sourcemap: true,
  },
});
