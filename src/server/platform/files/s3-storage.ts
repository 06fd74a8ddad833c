import { randomUUID } from "node:crypto";
import { type FileHandle, open, unlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AwsClient } from "aws4fetch";
import { FileServiceError, type FileStorage, serviceFailed } from "./file-storage.ts";
import type { S3Address } from "./s3-address.ts";

interface S3Storage extends FileStorage {
  remove(id: string): Promise<void>;
}

/** Bytes as objects of a bucket, named by the id of their file. */
export function createS3Storage({ endpoint, bucket, region, accessKeyId, secretAccessKey }: S3Address): S3Storage {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3" });

  async function send(method: string, id: string, expected: number[], { headers, body }: Sent = {}) {
    const url = `${endpoint}/${bucket}/${id}`;
    try {
      const signed = await client.sign(url, { method, headers: headers ?? {} });
      const response = await fetch(url, { method, headers: signed.headers, redirect: "error", ...withBody(body) });
      if (expected.includes(response.status)) return response;
      await response.body?.cancel();
      throw new FileServiceError(`S3 answers ${method} with ${response.status}`);
    } catch (error) {
      throw serviceFailed("S3", error);
    }
  }

  return {
    async write(id, content, summary) {
      const spooled = await spool(content);
      try {
        const { bytes, sha256, media_type } = summary();
        const headers = {
          "content-length": String(bytes),
          "content-type": media_type,
          "x-amz-content-sha256": sha256,
        };
        const body = spooled.createReadStream({ start: 0, autoClose: false });
        const response = await send("PUT", id, [200], { headers, body });
        await response.body?.cancel();
      } finally {
        await spooled.close();
      }
    },
    async *read(_reader, id, { first, last }) {
      const response = await send("GET", id, [206], { headers: { range: `bytes=${first}-${last}` } });
      try {
        yield* response.body ?? [];
      } catch (error) {
        throw serviceFailed("S3", error);
      }
    },
    async remove(id) {
      const response = await send("DELETE", id, [200, 204, 404]);
      await response.body?.cancel();
    },
  };
}

interface Sent {
  headers?: Record<string, string>;
  body?: AsyncIterable<Uint8Array>;
}

const withBody = (body: Sent["body"]) => (body ? { body: body as unknown as BodyInit, duplex: "half" as const } : {});

/** S3 wants the length and the hash before the first byte: they are known once all is on this disk, under no name. */
async function spool(content: AsyncIterable<Uint8Array>): Promise<FileHandle> {
  const path = join(tmpdir(), `kindling-${randomUUID()}`);
  const file = await open(path, "wx+", 0o600);
  try {
    await unlink(path);
    await file.writeFile(content);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}
