import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { type Context, Hono } from "hono";
import { builtOrigin, paths } from "#shared/paths.ts";
import type { HttpEnvironment } from "../http/http-context.ts";
import { type CompressedDocument, sendDocument, toDocument } from "./compressed-document.ts";

const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".xml": "application/xml; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
};

/** Personalised pages, rendered by the app only. */
const appOnly = [
  paths.forgotPassword,
  paths.resetPassword,
  paths.verifyEmail,
  paths.confirmEmailChange,
  paths.members,
  `${paths.members}/*`,
];
const notFoundAddress = "/not-found";

/**
 * Prerendered pages, sitemap, feed and robots.txt, with the app's URL inserted at run time. @param builtRoot read on
 * first request.
 */
export function documents(builtRoot: string, appUrl: string): Hono<HttpEnvironment> {
  let files: Map<string, CompressedDocument> | undefined;
  const find = (address: string) => {
    files ??= readDocuments(join(builtRoot, "documents"), appUrl);
    return files.get(address);
  };
  const app = new Hono<HttpEnvironment>();
  for (const path of appOnly) app.get(path, toApp);
  app.get("*", (c, next) => {
    const path = c.req.path.replace(/(?<=.)\/$/, "");
    const found = path === notFoundAddress ? undefined : find(path);
    if (found) return sendDocument(c, found);
    const isPageWanted = !extname(path) && c.req.header("accept")?.includes("text/html");
    const notFound = isPageWanted && find(notFoundAddress);
    return notFound ? sendDocument(c, notFound, 404) : next();
  });
  return app;
}

/** Kept encoded: decoded it could contain header line breaks. */
function toApp(c: Context) {
  const { pathname, search } = new URL(c.req.url);
  return c.redirect(`/#${pathname}${search}`);
}

function readDocuments(folder: string, appUrl: string): Map<string, CompressedDocument> {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => extname(name));
  return new Map(names.map((name) => [addressOf(name), readDocument(join(folder, name), appUrl)]));
}

function readDocument(file: string, appUrl: string): CompressedDocument {
  const content = readFileSync(file, "utf8").replaceAll(builtOrigin, appUrl);
  return toDocument(content, types[extname(file)] ?? "text/plain");
}

const addressOf = (name: string): string =>
  name === "index.html" ? paths.home : `/${name.replaceAll("\\", "/").replace(/\.html$/, "")}`;
