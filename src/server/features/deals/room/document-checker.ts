import pLimit from "p-limit";
import type { Content } from "../../../platform/files/inspect-content.ts";
import { type DrawnPage, runDocumentWorker } from "./run-document-worker.ts";

export interface DocumentChecker {
  /**
   * One document at a time, and one page of it in memory.
   * @param keep is called with each page, in order.
   * @throws RefusedDocument, or an AbortError after `close`.
   */
  check(document: CheckedDocument, keep: (page: DrawnPage) => Promise<void>): Promise<void>;
  /** Kills the worker and waits. */
  close(): Promise<void>;
}

interface CheckedDocument {
  media_type: string;
  read(): Content;
}

/** One per process. */
export function createDocumentChecker(): DocumentChecker {
  const inTurn = pLimit(1);
  const closing = new AbortController();
  return {
    check: ({ media_type, read }, keep) =>
      inTurn(async () => {
        // Its text was checked as it came in.
        if (media_type === "text/csv") return;
        const pieces: Uint8Array[] = [];
        for await (const piece of read()) pieces.push(piece);
        for await (const page of runDocumentWorker(Buffer.concat(pieces), media_type, closing.signal)) await keep(page);
      }),
    close: async () => {
      closing.abort();
      await inTurn(() => {});
    },
  };
}
