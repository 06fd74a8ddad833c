import { createHash } from "node:crypto";
import { z } from "@hono/zod-openapi";
import type { Context } from "hono";

/**
 * 304 without a query while the revision matches. @param revision read before `read`: a body may be newer than its tag,
 * never older.
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

/** Changes with the schema, so releases do not share ETags. */
export const schemaHash = (schema: z.ZodType): string => hashOf(JSON.stringify(z.toJSONSchema(schema)));

export const etagOf = (content: string): string => `"${hashOf(content)}"`;

const hashOf = (content: string): string => createHash("sha1").update(content).digest("base64url");

export function etagMatches(c: Context, etag: string): boolean {
  const known = c.req.header("if-none-match")?.split(",");
  return known?.some((tag) => tag.trim().replace(/^W\//, "") === etag) ?? false;
}
