import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

const server = "http://127.0.0.1:3000";

/** React Router names its components for developer tools in a way that keeps those nobody uses in the build, 4 kB of it. */
const withoutDisplayNames: Plugin = {
  name: "without-display-names",
  apply: "build",
  transform: {
    filter: { id: /node_modules\/react-router\// },
    handler: (code) => ({
      code: code
        .replaceAll(/^\w+\.displayName = .*$/gm, "")
        .replaceAll(/= (?=React\$1\.(forwardRef|createContext|memo)\()/g, "= /* @__PURE__ */ "),
      map: null,
    }),
  },
};

/** React makes errors as it loads, and only compares them. For the stack of one V8 parses all of React again: most of its start. */
const withoutEarlyErrors: Plugin = {
  name: "without-early-errors",
  apply: "build",
  transform: {
    filter: { id: /node_modules\/react-dom\/cjs\/react-dom-client\.production\.js/ },
    handler: (code) => ({
      code: code.replaceAll(
        /(?<=\w+Exception = )Error\(formatProdErrorMessage\(\d+\)\)/g,
        "Object.create(Error.prototype)",
      ),
      map: null,
    }),
  },
};

/**
 * For code that Node runs. V8 keeps a program's text, two bytes a letter when one of them is no Latin-1. Names stay: logs
 * show those of errors.
 */
export const programOutput = {
  chunkFileNames: "[name].js",
  minify: { compress: true, mangle: false, codegen: { removeWhitespace: true, asciiOnly: true } },
};

export default defineConfig(({ command, isSsrBuild }) => ({
  root: "src/web",
  // Without it a build lists a thousand files.
  logLevel: command === "build" ? "warn" : "info",
  plugins: [react(), tailwindcss(), withoutDisplayNames, withoutEarlyErrors],
  server: {
    port: 5173,
    strictPort: true,
    host: "127.0.0.1",
    proxy: { "/api": server, "/healthz": server, "/readyz": server, "/site.webmanifest": server },
  },
  // The documents' renderer holds all that it needs: of the pages' libraries a production install has none.
  ...(isSsrBuild && { ssr: { noExternal: true }, define: { "process.env.NODE_ENV": '"production"' } }),
  build: {
    outDir: "../../dist/web",
    emptyOutDir: true,
    manifest: !isSsrBuild,
    copyPublicDir: !isSsrBuild,
    rolldownOptions: {
      input: ["src/web/index.html", "src/web/boot.ts"],
      // A schema is a value. What of them the pages do not use would otherwise bring Zod with it, 22 kB.
      treeshake: { manualPureFunctions: ["z", "namedObject", "listOf", "profileShape"] },
      // What every page needs is one file: two dozen small ones would queue for a phone's few connections.
      output: isSsrBuild
        ? programOutput
        : {
            // The names of lazy files are in the script of every page, and do not compress: as few letters as it takes.
            chunkFileNames: "assets/[name]-[hash:7].js",
            entryFileNames: "assets/[name]-[hash:7].js",
            codeSplitting: {
              groups: [
                { name: "app", test: /src\/web\/(main\.tsx|lib\/page-meta\.ts)$|rolldown\/runtime/ },
                // Small ones that pages with a form share: apart, each would be compressed by itself.
                {
                  name: "field",
                  test: /src\/web\/(ui\/(field|input|notice)|pages\/auth-card|lib\/redirect-target)\.tsx?$/,
                },
                // The same for screens of the members area; public pages use none of these.
                {
                  name: "records",
                  test: /src\/web\/(ui\/(record-table|view-head|moment|row-action|breakable-text|checkbox|back-link|view-rail|list\/row-skeletons)|lib\/(query-keys|use-download|save-file))\.tsx?$/,
                },
                {
                  name: "form",
                  test: /react-hook-form|src\/web\/(ui\/form\/(form|use-server-form)|lib\/use-api-form)\./,
                },
              ],
            },
          },
    },
    // Every browser that runs the pages knows module preloads.
    modulePreload: {
      polyfill: false,
      // Whatever is loaded lazily comes after these.
      resolveDependencies: (_file, dependencies, { hostType }) =>
        hostType === "js"
          ? dependencies.filter((name) => !/^assets\/(app|rolldown-runtime|query-client)-/.test(name))
          : dependencies,
    },
    // Fonts and drawings are files with a hash and a year in the cache; inlined they would be sent with every page.
    assetsInlineLimit: 0,
  },
}));
