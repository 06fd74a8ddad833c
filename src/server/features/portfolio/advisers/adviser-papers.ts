import { type Kysely, sql } from "kysely";
import type { DB } from "../../../platform/db/database.generated.ts";
import type { FileStore, OpenFile } from "../../../platform/files/file-store.ts";
import { hashOfToken } from "./seat-token.ts";

/** @returns the file of a paper that the link shows; undefined for any other. */
export type OpenAdviserPaper = (token: string, paperId: string) => Promise<OpenFile | undefined>;

interface Given {
  /** Reads as the owner: a file is opened that PostgreSQL has named for the link. */
  read: () => Kysely<DB>;
  /** As a visitor, who has no file of the papers. */
  readAsVisitor: () => Kysely<DB>;
  files: FileStore;
}

export function createAdviserPapers({ read, readAsVisitor, files }: Given): OpenAdviserPaper {
  return async (token, paperId) => {
    const { rows } = await sql<{ id: string | null }>`
      select adviser_paper_file(${hashOfToken(token)}, ${paperId}) as id`.execute(readAsVisitor());
    const id = rows[0]?.id;
    return id ? files.open(read(), id) : undefined;
  };
}
