import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { HttpEnvironment } from "./http-context.ts";

/** Less fits a packet anyway. */
const leastBytes = 1024;
const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;

/** The quickest levels: a better one costs a read more than it saves its reader. */
const compressors = {
  br: (content: Buffer) =>
    brotliCompressSync(content, { params: { [BROTLI_PARAM_QUALITY]: 1, [BROTLI_PARAM_SIZE_HINT]: content.length } }),
  gzip: (content: Buffer) => gzipSync(content, { level: 1 }),
};

/**
 * For what is read, in JSON. The length of a compressed answer tells of its content: one with codes stays as it is, and
 * so does every answer of a write, such as one with tokens.
 */
export const compressJson = () =>
  createMiddleware<HttpEnvironment>(async (c, next) => {
    await next();
    const encoding = c.req.method === "GET" && encodingFor(c);
    if (!encoding || !isPlainJson(c.res) || c.get("carriesCodes")) return;
    const { status } = c.res;
    const headers = new Headers(c.res.headers);
    const content = Buffer.from(await c.res.arrayBuffer());
    headers.append("vary", "Accept-Encoding");
    const isWorthIt = content.length > leastBytes;
    if (isWorthIt) headers.set("content-encoding", encoding);
    c.res = undefined;
    c.res = new Response(isWorthIt ? compressors[encoding](content) : content, { status, headers });
  });

function encodingFor(c: Context): keyof typeof compressors | undefined {
  const accepted = c.req.header("accept-encoding") ?? "";
  return accepted.includes("br") ? "br" : accepted.includes("gzip") ? "gzip" : undefined;
}

const isPlainJson = ({ status, headers }: Response) =>
  status === 200 && headers.get("content-type") === "application/json" && !headers.has("content-encoding");
