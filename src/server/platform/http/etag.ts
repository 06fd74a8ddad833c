import { createHash } from "node:crypto";
import { z } from "@hono/zod-openapi";
import type { Context } from "hono";

/**
 * A private JSON answer that the browser asks for again at little cost: 304 while what it was made from has the same
 * revision, without reading it anew. Another shape of the answer, by a newer club, is another revision.
 * @param revision was read before `read` reads: an answer may be newer than its tag says, never older.
 */
export async function jsonWithEtag(
  c: Context,
  { revision, shape }: { revision: string | null | undefined; shape: string },
  read: () => Promise<string>,
): Promise<Response> {
  const etag = `"${shape}.${revision}"`;
  const headers = { etag, "cache-control": "private, no-cache" };
  if (etagMatches(c, etag)) return c.body(null, 304, headers);
  return c.body(await read(), 200, { ...headers, "content-type": "application/json" });
}

/** Differs as soon as the answers of a schema have other fields. */
export const schemaHash = (schema: z.ZodType): string => hashOf(JSON.stringify(z.toJSONSchema(schema)));

export const etagOf = (content: string): string => `"${hashOf(content)}"`;

const hashOf = (content: string): string => createHash("sha1").update(content).digest("base64url");

/** Whether the browser says that it holds this version. */
export function etagMatches(c: Context, etag: string): boolean {
  const known = c.req.header("if-none-match")?.split(",");
  return known?.some((tag) => tag.trim().replace(/^W\//, "") === etag) ?? false;
}
