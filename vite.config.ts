import mdx from "@mdx-js/rollup";
import extractHeadings from "@stefanprobst/rehype-extract-toc";
import exportHeadings from "@stefanprobst/rehype-extract-toc/mdx";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import nameHeadings from "rehype-slug";
import { defineConfig } from "vite";

const server = "http://127.0.0.1:3000";

/** Every heading gets an id from its words, and every text exports them as `tableOfContents`. */
const texts = mdx({ rehypePlugins: [nameHeadings, extractHeadings, exportHeadings] });

export default defineConfig({
  root: "src/web",
  plugins: [{ enforce: "pre", ...texts }, react(), tailwindcss()],
  server: {
    port: 5173,
    strictPort: true,
    host: "127.0.0.1",
    proxy: { "/api": server, "/healthz": server, "/readyz": server },
  },
  build: {
    outDir: "../../dist/web",
    emptyOutDir: true,
    manifest: true,
    rolldownOptions: {
      input: ["src/web/index.html", "src/web/start.ts"],
      // A schema is a value. What of them the pages do not use would otherwise bring Zod with it, 22 kB.
      treeshake: { manualPureFunctions: ["z", "listOf", "profileShape"] },
      // What every page needs is one file: two dozen small ones would queue for a phone's few connections.
      output: {
        codeSplitting: {
          groups: [
            { name: "app", test: /src\/web\/(main\.tsx|lib\/page-meta\.ts)$/ },
            // Small ones that pages with a form share: apart, each would be compressed by itself.
            { name: "field", test: /src\/web\/(ui\/(field|input|notice)|pages\/auth-card)\.tsx$/ },
            { name: "form", test: /react-hook-form|src\/web\/(ui\/form\/(form|use-server-form)|lib\/use-api-form)\./ },
          ],
        },
      },
    },
    // Every browser that runs the pages knows module preloads.
    modulePreload: { polyfill: false },
    // Fonts and drawings are files with a hash and a year in the cache; inlined they would be sent with every page.
    assetsInlineLimit: 0,
  },
});
