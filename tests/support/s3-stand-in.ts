import { createHash, createHmac } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { parseFilesUrl, type S3Address } from "#server/platform/files/s3-address.ts";

const keys = { accessKeyId: "AKIATEST", secretAccessKey: "s/cret+of/a test" };

/**
 * Objects of one bucket in memory, over S3's protocol: PUT, GET of a range, DELETE. As S3 does, it refuses what is signed
 * wrongly, what comes without a length, and content that is not what was signed.
 */
export async function startS3StandIn() {
  const objects = new Map<string, { content: Buffer; type: string | undefined }>();
  /** Called before an object is kept. */
  const hooks: { beforePut?: () => Promise<unknown> } = {};
  const server = createServer((request, response) => {
    answer(request, response).catch((error) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const credentials = `${keys.accessKeyId}:${encodeURIComponent(keys.secretAccessKey)}`;
  const address: S3Address = parseFilesUrl(
    `s3://${credentials}@127.0.0.1:${port}/club-files?region=eu-west-2&tls=false`,
  );

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "", url = "", headers } = request;
    const refuse = (status: number, code: string) => response.writeHead(status).end(`<Code>${code}</Code>`);
    const body = await buffer(request);
    if (!isSignedBy(keys.secretAccessKey, { method, url, headers })) return void refuse(403, "SignatureDoesNotMatch");
    const id = /^\/club-files\/([\w-]+)$/.exec(url)?.[1];
    if (!id) return void refuse(404, "NoSuchBucket");
    if (method === "PUT") {
      if (headers["content-length"] === undefined) return void refuse(411, "MissingContentLength");
      const sha256 = createHash("sha256").update(body).digest("hex");
      if (headers["x-amz-content-sha256"] !== sha256) return void refuse(400, "XAmzContentSHA256Mismatch");
      await hooks.beforePut?.();
      objects.set(id, { content: body, type: headers["content-type"] });
      return void response.writeHead(200).end();
    }
    if (method === "DELETE") {
      objects.delete(id);
      return void response.writeHead(204).end();
    }
    const object = objects.get(id);
    if (!object) return void refuse(404, "NoSuchKey");
    const [, first = "", last = ""] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? "") ?? [];
    const part = object.content.subarray(Number(first), Number(last) + 1);
    response.writeHead(206, { "content-length": part.length }).end(part);
  }

  return {
    address,
    objects,
    hooks,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface SignedRequest {
  method: string;
  /** Path and query, of a query that is signed as it is written. */
  url: string;
  headers: IncomingHttpHeaders;
}

/** AWS Signature Version 4, by the Authorization header. */
export function isSignedBy(secret: string, { method, url, headers }: SignedRequest): boolean {
  const pattern = /^AWS4-HMAC-SHA256 Credential=[^/]+\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)$/;
  const [, scope = "", names = "", signature] = pattern.exec(headers.authorization ?? "") ?? [];
  const [path, query = ""] = url.split("?");
  const signed = names.split(";").map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const canonical = [method, path, query, signed.join(""), names, headers["x-amz-content-sha256"]].join("\n");
  const hash = createHash("sha256").update(canonical).digest("hex");
  const text = ["AWS4-HMAC-SHA256", headers["x-amz-date"], scope, hash].join("\n");
  const hmac = (key: string | Buffer, word: string) => createHmac("sha256", key).update(word).digest();
  const key = scope.split("/").reduce<string | Buffer>(hmac, `AWS4${secret}`);
  return hmac(key, text).toString("hex") === signature;
}
