import { createHash } from "node:crypto";
import type { Context } from "hono";

/** A private JSON answer that the browser asks for again at little cost: 304 while it is unchanged. */
export function jsonWithEtag(c: Context, json: string): Response {
  const etag = etagOf(json);
  const headers = { etag, "cache-control": "private, no-cache" };
  if (hasAlready(c, etag)) return c.body(null, 304, headers);
  return c.body(json, 200, { ...headers, "content-type": "application/json" });
}

export const etagOf = (content: string): string => `"${createHash("sha1").update(content).digest("base64url")}"`;

/** Whether the browser says that it holds this version. */
export function hasAlready(c: Context, etag: string): boolean {
  const known = c.req.header("if-none-match")?.split(",");
  return known?.some((tag) => tag.trim().replace(/^W\//, "") === etag) ?? false;
}
