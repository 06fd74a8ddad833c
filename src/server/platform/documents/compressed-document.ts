import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import type { Context } from "hono";
import { etagMatches, etagOf } from "../http/etag.ts";

/** By preference. */
const compressors = [
  ["br", promisify(brotliCompress)],
  ["gzip", promisify(gzip)],
] as const;

export interface CompressedDocument {
  content: string;
  type: string;
  etag: string;
  /** By encoding, compressed on first request. */
  compressed: Map<string, Promise<Uint8Array<ArrayBuffer>>>;
}

export const toDocument = (content: string, type: string): CompressedDocument => ({
  content,
  type,
  etag: etagOf(content),
  compressed: new Map(),
});

/** 304 on a matching ETag. */
export async function sendDocument(
  c: Context,
  { content, type, etag, compressed }: CompressedDocument,
  status: 200 | 404 = 200,
) {
  const headers = { "cache-control": "no-cache", "content-type": type, etag, vary: "Accept-Encoding" };
  if (status === 200 && etagMatches(c, etag)) return c.body(null, 304, headers);
  const [encoding, compress] = compressors.find(([name]) => c.req.header("accept-encoding")?.includes(name)) ?? [];
  if (!encoding) return c.body(content, status, headers);
  const body = compressed.get(encoding) ?? compress(content);
  compressed.set(encoding, body);
  return c.body(await body, status, { ...headers, "content-encoding": encoding });
}
