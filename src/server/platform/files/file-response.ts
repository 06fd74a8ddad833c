import type { Context } from "hono";
import { fileMessages } from "#shared/errors.ts";
import { etagMatches } from "../http/etag.ts";
import { HttpError } from "../http/http-error.ts";
import { type ByteRange, parseRange } from "./file-storage.ts";
import type { OpenFile } from "./file-store.ts";

/**
 * The response to a request for a file or a part of it: 200, 206, or 304 for what the browser has.
 * @param headers of the response besides those of its content.
 * @throws HttpError 416 for a range that the file does not have.
 */
export async function fileResponse(c: Context, file: OpenFile, headers: Record<string, string>): Promise<Response> {
  const etag = `"${file.sha256}"`;
  const common = { ...headers, etag, "accept-ranges": "bytes" };
  if (etagMatches(c, etag)) return c.body(null, 304, common);
  const range = rangeOf(c, etag, file.bytes);
  const { first, last } = range ?? { first: 0, last: file.bytes - 1 };
  const described = { ...common, "content-type": file.media_type, "content-length": String(last - first + 1) };
  const body = c.req.method === "HEAD" ? null : await toStream(file.read({ first, last }));
  if (!range) return new Response(body, { headers: described });
  const partial = { ...described, "content-range": `bytes ${first}-${last}/${file.bytes}` };
  return new Response(body, { status: 206, headers: partial });
}

function rangeOf(c: Context, etag: string, size: number): ByteRange | undefined {
  const condition = c.req.header("if-range");
  // A date never matches: responses carry no Last-Modified.
  if (condition !== undefined && condition !== etag) return undefined;
  const range = parseRange(c.req.header("range"), size);
  if (range !== "unsatisfiable") return range;
  const headers = { "content-range": `bytes */${size}` };
  throw new HttpError("range_not_satisfiable", fileMessages.noSuchRange, { headers });
}

/** Waits for the first piece, so that what cannot be read is a problem response and not a broken one. */
async function toStream(content: AsyncGenerator<Uint8Array>): Promise<ReadableStream<Uint8Array>> {
  let next: Promise<IteratorResult<Uint8Array>> | undefined = Promise.resolve(await content.next());
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await (next ?? content.next());
        next = undefined;
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await content.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}
