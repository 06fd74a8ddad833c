import { sql } from "kysely";
import type { Database } from "../db/connect.ts";
import type { FileStorage } from "./file-storage.ts";

const chunkBytes = 256 * 1024;

/** Bytes in PostgreSQL, in chunks: each is a statement of its own, so that no slow client keeps a connection. */
export function createDatabaseStorage(db: Database): FileStorage {
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
