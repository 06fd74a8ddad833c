import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Hono } from "hono";
import { club } from "#shared/club.ts";
import type { Environment } from "./environment.ts";

const page = `<!doctype html>
<html lang="en-GB">
<meta charset="utf-8">
<title>${club.product} API</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="docs/swagger-ui.css">
<div id="docs"></div>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/start.js"></script>
</html>`;

const start = `SwaggerUIBundle({ url: "/api/openapi.json", dom_id: "#docs", deepLinking: true });`;

/** Found without being loaded, which would cost more memory than the rest of the server. */
const { resolve } = createRequire(import.meta.url);
const files = { "swagger-ui.css": "text/css", "swagger-ui-bundle.js": "text/javascript" } as const;

/** Pages to read the API's description with, from this server alone. */
export function apiDocs(): Hono<Environment> {
  const docs = new Hono<Environment>();
  docs.get("/", (c) => c.html(page));
  docs.get("/start.js", (c) => c.body(start, 200, { "content-type": "text/javascript" }));
  for (const [file, type] of Object.entries(files)) {
    docs.get(`/${file}`, (c) =>
      c.body(readFileSync(resolve(`swagger-ui-dist/${file}`), "utf8"), 200, { "content-type": type }),
    );
  }
  return docs;
}
