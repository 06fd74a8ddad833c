import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

const server = "http://127.0.0.1:3000";

/** React Router names its components for developer tools in a way that keeps those nobody uses in the build, 4 kB of it. */
const withoutUnusedRouters: Plugin = {
  name: "without-unused-routers",
  apply: "build",
  transform: {
    filter: { id: /node_modules\/react-router\// },
    handler: (code) => ({
      code: code
        .replaceAll(/^\w+\.displayName = .*$/gm, "")
        .replaceAll(/= (?=React\$1\.(forwardRef|createContext|memo)\()/g, "= /* @__PURE__ */ ")
        // What serves data routers, 1.6 kB: the app has none.
        .replaceAll(/= (class extends React\$1\.Component \{$.*?^\});$/gms, "= /* @__PURE__ */ (() => $1)();")
        .replace("let dataRouterState = dataRouterOpts?.state;", "const dataRouterState = undefined;"),
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
  plugins: [react(), tailwindcss(), withoutUnusedRouters, withoutEarlyErrors],
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
              // Few files for each page, none of which brings another kind of page's code: see page-weights.ts. A module goes to
              // the first group that wants it, with all that it imports.
              groups: [
                { name: "app", test: /src\/web\/(main\.tsx|lib\/page-meta\.ts)$|rolldown\/runtime/ },
                // Small pieces of public pages with a form and without.
                {
                  name: "field",
                  test: /src\/web\/(ui\/(field|input|password-input|notice|badge|rail|page-head|load-failed)|lib\/redirect-target|pages\/(auth-card|login\/sign-in-outcome))\./,
                },
                // What forms share, with react-hook-form, 13 kB.
                {
                  name: "form",
                  test: /react-hook-form|src\/web\/(ui\/form\/(form|use-server-form)|lib\/use-api-form)\.|src\/shared\/(?:[a-z-]+\/)?password-rules/,
                },
                // What pages share that somebody opens from a mail.
                {
                  name: "link",
                  test: /src\/web\/pages\/mail-links\/|src\/shared\/(?:[a-z-]+\/)?(mail-link|sign-in-link)-messages/,
                  minShareCount: 2,
                },
                // What the other public pages share.
                {
                  name: "site",
                  test: /src\/web\/(pages\/(plans|insights)\/|ui\/(pictures\/cover|skeleton|avatar|number-input)|lib\/(site-content|format|copy-text|search-state|not-found-page))|src\/shared\/(?:[a-z-]+\/)?(london-time|text-rules|typed-numbers|name-without-article|sample-identity)/,
                  minShareCount: 2,
                },
                // What founders' pages share, and the words of the adviser's.
                {
                  name: "updates",
                  test: /src\/web\/pages\/company-link\/|src\/shared\/(?:[a-z-]+\/)?company-(account-messages|link-messages|quarters|updates-messages)\./,
                },
                { name: "seats", test: /src\/shared\/(?:[a-z-]+\/)?(adviser-seats|funds-completion)-messages/ },
                // The same of pages with a text that admins write.
                {
                  name: "text",
                  test: /src\/web\/ui\/(rich-text\/|contents)/,
                  minShareCount: 2,
                },
                // The first screen of the members area, and what is around every other.
                {
                  name: "members",
                  test: /src\/web\/(app\/(auth-gate|members\/members-(area|only)|palette\/palette-opener)|features\/notices\/bell)\.tsx$/,
                },
                // What its other screens share, and those with a form; public pages use none of it.
                {
                  name: "kit",
                  test: /src\/web\/(ui|lib)\/(?!form\/|rich-text|conflict-notice|word-difference|diff-words|read-table-file|file-drop)/,
                  minShareCount: 4,
                },
                { name: "forms", test: /src\/web\/ui\/(form\/|conflict-notice)/, minShareCount: 4 },
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
