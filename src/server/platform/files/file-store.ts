import { randomUUID } from "node:crypto";
import { type FileHandle, open, unlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AwsClient } from "aws4fetch";
import { type Kysely, sql } from "kysely";
import type { Logger } from "pino";
import type { Database } from "../db/connect.ts";
import type { DB } from "../db/database.generated.ts";
import { type ByteRange, FileServiceError, type FileStorage, filesUnavailable, serviceFailed } from "./file-storage.ts";
import { type Content, type ContentSummary, type FileKind, inspectContent } from "./inspect-content.ts";
import type { S3Address } from "./s3-address.ts";
import { type ClamdAddress, createVirusScanner } from "./virus-scanner.ts";

export interface StoredFile extends ContentSummary {
  id: string;
}

export interface OpenFile {
  id: string;
  media_type: string;
  bytes: number;
  sha256: string;
  /** A piece at a time, as fast as it is asked for; all of it without a range. */
  read(range?: ByteRange): AsyncGenerator<Uint8Array>;
}

export interface FileStore {
  /**
   * Keeps a file that nobody sees until the row of a feature names it in its `file_id`.
   * @param userId whose it is: the file goes with the person.
   * @throws HttpError 413 for more than the kind takes, 422 for another type, a virus, or a PDF that does not open; nothing is kept then.
   */
  put(content: Content, kind: FileKind, userId: string | null): Promise<StoredFile>;
  /** @param reader whose rights decide whether there is such a file, as `readAs(actor)`. */
  open(reader: Kysely<DB>, id: string): Promise<OpenFile | undefined>;
  remove(id: string): Promise<void>;
  /** Removes what no row has named within a day, whole or not, and from S3 what was removed here. */
  removeUnused(now: Date): Promise<void>;
}

/** Reads files of strangers in a process of its own. */
export interface FileOpener {
  /** @throws HttpError 422 for a PDF that is damaged or locked with a password */
  assertOpens(read: () => Content): Promise<void>;
}

interface FileServices {
  /** PDFs are kept unopened where this is missing. */
  opener?: FileOpener | undefined;
  /** Where new files go, in place of the database. */
  s3?: S3Address | undefined;
  clamd?: ClamdAddress | undefined;
}

const unusedHours = 24;
const batchSize = 100;

/** @param db the owner's: files are written and removed past the policies, and read with the rights of a reader. */
export function createFileStore(
  db: Database,
  log: Pick<Logger, "error">,
  { s3, clamd, opener }: FileServices,
): FileStore {
  const database = createDatabaseStorage(db);
  const bucket = s3 && createS3Storage(s3);
  const scanner = clamd && createVirusScanner(clamd);

  return {
    async put(content, kind, user_id) {
      const inspected = inspectContent(content, kind);
      const checked = scanner ? scanner.scan(inspected.content) : inspected.content;
      const storage = bucket ? "s3" : "database";
      const insert = db.insertInto("files").values({ kind: kind.name, user_id, storage });
      const { id } = await insert.returning("id").executeTakeFirstOrThrow();
      try {
        await (bucket ?? database).write(id, checked, inspected.summary);
        const summary = inspected.summary();
        if (summary.media_type === "application/pdf" && !kind.arePdfsKnownToOpen)
          await opener?.assertOpens(() => (bucket ?? database).read(db, id, { first: 0, last: summary.bytes - 1 }));
        const whole = { ...summary, state: "uploaded" as const };
        const update = db.updateTable("files").set(whole).where("id", "=", id).returning("id");
        return { ...(await update.executeTakeFirstOrThrow()), ...summary };
      } catch (error) {
        // A file that cannot be removed now is removed later with all unused ones.
        await discard(id).catch(() => {});
        throw explain(error);
      }
    },

    async open(reader, id) {
      const file = await reader
        .selectFrom("files")
        .select(["id", "storage", "media_type", "bytes", "sha256"])
        .where("id", "=", id)
        .where("state", "=", "attached")
        .executeTakeFirst();
      if (!file) return undefined;
      const { storage, media_type, bytes, sha256 } = file;
      if (media_type === null || bytes === null || sha256 === null) throw new Error("An attached file is not whole.");
      const whole = { first: 0, last: bytes - 1 };
      const read = (range: ByteRange = whole) => explained(() => storageOf(storage).read(reader, id, range));
      return { id, media_type, bytes, sha256, read };
    },

    remove,

    async removeUnused(now) {
      const before = new Date(now.getTime() - unusedHours * 60 * 60 * 1000);
      await db.deleteFrom("files").where("state", "<>", "attached").where("created_at", "<", before).execute();
      await emptyBucket();
    },
  };

  async function remove(id: string): Promise<void> {
    await db.deleteFrom("files").where("id", "=", id).where("state", "<>", "attached").execute();
  }

  /** Removes the object too when its row was deleted, with its person, before the bytes were in the bucket. */
  async function discard(id: string): Promise<void> {
    await remove(id);
    if (bucket)
      await db
        .insertInto("removed_files")
        .values({ id })
        .onConflict((row) => row.doNothing())
        .execute();
  }

  async function emptyBucket(): Promise<void> {
    if (!bucket) return;
    for (;;) {
      const removed = await db.selectFrom("removed_files").select("id").limit(batchSize).execute();
      if (removed.length === 0) return;
      for (const { id } of removed) {
        await bucket.remove(id);
        await db.deleteFrom("removed_files").where("id", "=", id).execute();
      }
    }
  }

  function storageOf(name: string): FileStorage {
    if (name === "database") return database;
    if (bucket) return bucket;
    throw new FileServiceError("a file is in S3, and FILES_URL is not set");
  }

  async function* explained(content: () => AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
    try {
      yield* content();
    } catch (error) {
      throw explain(error);
    }
  }

  function explain(error: unknown): unknown {
    if (!(error instanceof FileServiceError)) return error;
    log.error({ err: error }, "file service error");
    return filesUnavailable();
  }
}

const chunkBytes = 256 * 1024;

/** Bytes in PostgreSQL, in chunks: each is a statement of its own, so that no slow client keeps a connection. */
function createDatabaseStorage(db: Database): FileStorage {
  return {
    async write(file_id, content) {
      let first_byte = 0;
      for await (const chunk of inChunks(content)) {
        await db.insertInto("file_chunks").values({ file_id, first_byte, content: chunk }).execute();
        first_byte += chunk.length;
      }
    },
    async *read(reader, id, { first, last }) {
      for (let at = first; at <= last; ) {
        const chunk = await reader
          .selectFrom("file_chunks")
          .select(
            sql<Buffer>`substring(content from ${at}::integer - first_byte + 1 for ${last - at + 1}::integer)`.as(
              "content",
            ),
          )
          .where("file_id", "=", id)
          .where("first_byte", "<=", at)
          .orderBy("first_byte", "desc")
          .limit(1)
          .executeTakeFirst();
        if (!chunk?.content.length) throw new Error(`File ${id} has no byte ${at}.`);
        yield chunk.content;
        at += chunk.content.length;
      }
    },
  };
}

async function* inChunks(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = [];
  let length = 0;
  for await (const piece of content) {
    waiting.push(piece);
    length += piece.length;
    if (length < chunkBytes) continue;
    const joined = Buffer.concat(waiting);
    const whole = length - (length % chunkBytes);
    for (let at = 0; at < whole; at += chunkBytes) yield joined.subarray(at, at + chunkBytes);
    waiting = [joined.subarray(whole)];
    length -= whole;
  }
  if (length > 0) yield Buffer.concat(waiting);
}

interface S3Storage extends FileStorage {
  remove(id: string): Promise<void>;
}

/** Bytes as objects of a bucket, named by the id of their file. */
function createS3Storage({ endpoint, bucket, region, accessKeyId, secretAccessKey }: S3Address): S3Storage {
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
