import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { OpenAPIHono } from "@hono/zod-openapi";
import type { Context } from "hono";
import { productName } from "#shared/club.ts";
import { type CompressedDocument, sendDocument, toDocument } from "../documents/compressed-document.ts";
import type { HttpEnvironment } from "./http-context.ts";

/** Read on first request. */
export function apiDocs() {
  let page: CompressedDocument | undefined;
  return (c: Context<HttpEnvironment>) => {
    const file = join(c.var.dependencies.builtRoot, "api-docs.html");
    page ??= toDocument(readFileSync(file, "utf8"), "text/html; charset=utf-8");
    return sendDocument(c, page);
  };
}

/** Built on first request: 40 ms CPU. */
export function apiDescription(api: Pick<OpenAPIHono, "getOpenAPI31Document">) {
  let document: CompressedDocument | undefined;
  return (c: Context<HttpEnvironment>) => {
    document ??= toDocument(JSON.stringify(openApiOf(api)), "application/json");
    return sendDocument(c, document);
  };
}

const openApiOf = (api: Pick<OpenAPIHono, "getOpenAPI31Document">) =>
  api.getOpenAPI31Document({
    openapi: "3.1.0",
    info: { title: `${productName} API`, version: "1" },
    servers: [{ url: "/api" }],
    // Session cookie, or bearer token.
    security: [{}, { token: [] }],
  });
