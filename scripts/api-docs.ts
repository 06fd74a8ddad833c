import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { productName } from "#shared/settings/club.ts";

const { resolve } = createRequire(import.meta.url);
const read = (file: string) => readFileSync(resolve(`swagger-ui-dist/${file}`), "utf8");
/** The source maps are not served. */
const withoutMap = (content: string) => content.replace(/\/[*/]# sourceMappingURL=\S+?(\*\/)?\s*$/, "");
const start = `SwaggerUIBundle({ url: "/api/openapi.json", dom_id: "#docs", deepLinking: true, validatorUrl: null });\n`;

/** Hashed file names, so browsers cache them. */
export function writeApiDocs(web: string, pageFile: string): void {
  const asset = (name: string, extension: string, content: string) => {
    const hash = createHash("sha256").update(content).digest("base64url").slice(0, 8);
    const path = `assets/${name}-${hash}.${extension}`;
    writeFileSync(join(web, path), content);
    return `/${path}`;
  };
  const styles = asset("api-docs", "css", withoutMap(read("swagger-ui.css")));
  const scripts = [asset("swagger-ui", "js", withoutMap(read("swagger-ui-bundle.js"))), asset("api-docs", "js", start)];
  writeFileSync(
    pageFile,
    `<!doctype html>
<html lang="en-GB">
<meta charset="utf-8">
<title>${productName} API</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${styles}">
<div id="docs"></div>
${scripts.map((script) => `<script src="${script}"></script>`).join("\n")}
</html>
`,
  );
}
