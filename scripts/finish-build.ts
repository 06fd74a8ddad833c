import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { writeApiDocs } from "./api-docs.ts";

const web = "dist/web";
const documents = "dist/documents";
const isText = /\.(js|css|svg|json|webmanifest)$/;

// The files lie beside the renderer, which needs them, and are not for visitors.
mkdirSync(documents, { recursive: true });
renameSync(join(web, ".vite/manifest.json"), join(documents, "web-manifest.json"));
rmdirSync(join(web, ".vite"));
writeFileSync(join(documents, "template.html"), toTemplate(readFileSync(join(web, "index.html"), "utf8")));
rmSync(join(web, "index.html"));
writeApiDocs(web, "dist/api-docs.html");
cpSync("src/server/platform/pdf/fonts", "dist/fonts", { recursive: true });
cpSync("src/server/sample/room", "dist/sample-room", { recursive: true });
compressAssets();

/** The app's scripts are fetched after the first view: see src/web/boot.ts. */
function toTemplate(page: string): string {
  const [appStyles = ""] = page.match(/<link rel="stylesheet"[^>]*>/) ?? [];
  return (
    page
      .replaceAll(/<script type="module"[^>]*><\/script>\s*|<link rel="modulepreload"[^>]*>\s*/g, "")
      // Before those of a page, which add to its layers.
      .replace(appStyles, "")
      .replace("<!--head-->", `${appStyles}<!--head-->`)
  );
}

/** Lays a brotli and a gzip version beside each text of the built pages, once, so that no request has to wait for it. */
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

/** The best takes seconds for Swagger UI's 1.5 MB, and saves a tenth. */
function quality(content: Buffer): number {
  return content.length > 1_000_000 ? 9 : constants.BROTLI_MAX_QUALITY;
}
