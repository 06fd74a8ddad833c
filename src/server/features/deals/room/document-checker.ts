import pLimit from "p-limit";
import type { Content } from "../../../platform/files/inspect-content.ts";
import { documentWorkerLimits } from "./document-worker-limits.ts";
import { type DrawnPage, runDocumentWorker } from "./run-document-worker.ts";

export interface DocumentChecker {
  /**
   * One document at a time, and one page of it in memory.
   * @param keep is called with each page, in order.
   * @throws RefusedDocument; SlowDocument where it is not done in its turn; or an AbortError after `close`.
   */
  check(document: CheckedDocument, keep: (page: DrawnPage) => Promise<void>): Promise<void>;
  /** Kills the worker and waits. */
  close(): Promise<void>;
}

interface CheckedDocument {
  media_type: string;
  /** It was slow before, and waited for the others: it has all the time there is. */
  is_slow?: boolean;
  read(): Content;
}

/** One per process. */
export function createDocumentChecker(): DocumentChecker {
  const inTurn = pLimit(1);
  const closing = new AbortController();
  return {
    check: ({ media_type, is_slow = false, read }, keep) =>
      inTurn(async () => {
        // Its text was checked as it came in.
        if (media_type === "text/csv") return;
        const pieces: Uint8Array[] = [];
        for await (const piece of read()) pieces.push(piece);
        const { turnSeconds, seconds } = documentWorkerLimits;
        const run = { signal: closing.signal, seconds: is_slow ? seconds : turnSeconds };
        for await (const page of runDocumentWorker(Buffer.concat(pieces), media_type, run)) await keep(page);
      }),
    close: async () => {
      closing.abort();
      await inTurn(() => {});
    },
  };
}
