import { mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Documents } from "#web/prerender/prerender.tsx";
import { writeApiDocs } from "./api-docs.ts";
import { appChunk, scriptsOf, stylesOf } from "./web-manifest.ts";

const web = "dist/web";
const documentsFolder = "dist/documents";
const isText = /\.(js|css|svg|json|webmanifest)$/;

// Keep the manifest for the size check, out of the public folder.
renameSync(join(web, ".vite/manifest.json"), "dist/web-manifest.json");
rmdirSync(join(web, ".vite"));
await writeDocuments();
writeApiDocs(web, "dist/api-docs.html");
compressAssets();

async function writeDocuments(): Promise<void> {
  const built = pathToFileURL(resolve("dist/prerender/prerender.js")).href;
  const { documents }: { documents: (given: Documents) => Promise<Record<string, string>> } = await import(built);
  const page = readFileSync(join(web, "index.html"), "utf8");
  const [start] = scriptsOf("start.ts");
  const [app, ...appModules] = scriptsOf(appChunk()).map((file) => `/${file}`);
  const [appStyles = ""] = page.match(/<link rel="stylesheet"[^>]*>/) ?? [];
  const template = page
    .replaceAll(/<script type="module"[^>]*><\/script>\s*|<link rel="modulepreload"[^>]*>\s*/g, "")
    // App styles first: page styles extend their layers.
    .replace(appStyles, "")
    .replace("<!--head-->", `${appStyles}<!--head-->`);
  const startScript = (ofPage: readonly string[]) => {
    const own = ofPage.flatMap((module) => scriptsOf(module).map((file) => `/${file}`));
    const modules = new Set([...appModules, ...own.filter((file) => file !== app)]);
    const styles = ofPage.flatMap((module) =>
      stylesOf(module).map((file) => `<link rel="stylesheet" href="/${file}">`),
    );
    return `${styles.join("")}<script src="/${start}" data-app="${app}" data-modules="${[...modules].join(" ")}"></script>`;
  };
  rmSync(documentsFolder, { recursive: true, force: true });
  for (const [name, content] of Object.entries(await documents({ template, startScript }))) {
    const file = join(documentsFolder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  rmSync(join(web, "index.html"));
  rmSync("dist/prerender", { recursive: true });
}

/** Precompressed, so no request waits. */
function compressAssets(): void {
  for (const name of readdirSync(web, { recursive: true, encoding: "utf8" }).filter((file) => isText.test(file))) {
    const file = join(web, name);
    const content = readFileSync(file);
    writeFileSync(
      `${file}.br`,
      brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: quality(content) } }),
    );
    writeFileSync(`${file}.gz`, gzipSync(content));
  }
}

/** Maximum quality takes seconds for Swagger UI's 1.5 MB and saves a tenth. */
function quality(content: Buffer): number {
  return content.length > 1_000_000 ? 9 : constants.BROTLI_MAX_QUALITY;
}
