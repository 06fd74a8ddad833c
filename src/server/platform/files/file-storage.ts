import type { Kysely } from "kysely";
import type { DB } from "../db/database.generated.ts";
import type { ByteRange } from "./byte-range.ts";
import type { ContentSummary } from "./inspect-content.ts";

/** Where bytes are kept, by the id of their file. */
export interface FileStorage {
  /**
   * Reads `content` no faster than it can be kept.
   * @param summary of the content, once it was read.
   */
  write(id: string, content: AsyncIterable<Uint8Array>, summary: () => ContentSummary): Promise<void>;
  /** @param reader has the rights of who reads. */
  read(reader: Kysely<DB>, id: string, range: ByteRange): AsyncGenerator<Uint8Array>;
}
