import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Context } from "hono";
import { etagMatches, etagOf } from "../http/etag.ts";

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const quickly = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** The order is that of preference. The best brotli takes fifty times as long for a tenth less. */
const compressors = [
  ["br", (content: string) => brotli(content, quickly), (content: string) => brotli(content)],
  ["gzip", (content: string) => zip(content), undefined],
] as const;

/** Then it is worth the best compression: content that is being edited changes sooner. */
const settlesAfterMilliseconds = 10_000;

export interface CompressedDocument {
  content: string;
  type: string;
  etag: string;
  since: number;
  /** By encoding, compressed on first request. */
  compressed: Map<string, Promise<Uint8Array<ArrayBuffer>>>;
  isSettled: boolean;
}

export const toDocument = (content: string, type: string): CompressedDocument => ({
  content,
  type,
  etag: etagOf(content),
  since: performance.now(),
  compressed: new Map(),
  isSettled: false,
});

/** 304 on a matching ETag. */
export async function sendDocument(c: Context, document: CompressedDocument, status: 200 | 404 = 200) {
  const { content, type, etag } = document;
  const headers = { "cache-control": "no-cache", "content-type": type, etag, vary: "Accept-Encoding" };
  if (status === 200 && etagMatches(c, etag)) return c.body(null, 304, headers);
  const accepted = c.req.header("accept-encoding");
  const compressor = compressors.find(([name]) => accepted?.includes(name));
  if (!compressor) return c.body(content, status, headers);
  return c.body(await compress(document, compressor), status, { ...headers, "content-encoding": compressor[0] });
}

async function compress(document: CompressedDocument, [name, quick, best]: (typeof compressors)[number]) {
  const { content, compressed, since } = document;
  const body = compressed.get(name) ?? quick(content);
  compressed.set(name, body);
  if (best && !document.isSettled && performance.now() - since > settlesAfterMilliseconds) {
    document.isSettled = true;
    best(content).then(
      (small) => compressed.set(name, Promise.resolve(small)),
      () => {},
    );
  }
  return body;
}
