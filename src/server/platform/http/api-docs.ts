import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Context } from "hono";
import { type CompressedDocument, sendDocument, toDocument } from "../documents/compressed-document.ts";
import type { HttpContext, HttpEnvironment } from "./http-context.ts";

/** Read on first request. */
export function apiDocs() {
  let page: CompressedDocument | undefined;
  return (c: Context<HttpEnvironment>) => {
    const file = join(c.var.dependencies.builtRoot, "api-docs.html");
    page ??= toDocument(readFileSync(file, "utf8"), "text/html; charset=utf-8");
    return sendDocument(c, page);
  };
}

/** Built on first request. */
export function apiDescription(write: (dependencies: HttpContext) => object) {
  let document: CompressedDocument | undefined;
  return (c: Context<HttpEnvironment>) => {
    document ??= toDocument(JSON.stringify(write(c.var.dependencies)), "application/json");
    return sendDocument(c, document);
  };
}
