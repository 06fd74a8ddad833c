import pLimit from "p-limit";
import { roomPartMessages } from "#shared/deals/deal-room-messages.ts";
import { stoppingMessage } from "#shared/errors.ts";
import { filesUnavailable } from "../../../platform/files/file-storage.ts";
import type { FileOpener } from "../../../platform/files/file-store.ts";
import type { Content } from "../../../platform/files/inspect-content.ts";
import { HttpError } from "../../../platform/http/http-error.ts";
import { documentWorkerLimits, RefusedDocument } from "./document-worker-limits.ts";
import { type DrawnPage, runDocumentWorker, SlowDocument } from "./run-document-worker.ts";

export interface DocumentChecker extends FileOpener {
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

export function createDocumentChecker(): DocumentChecker {
  const inTurn = pLimit(1);
  // Somebody waits for each: documents of rooms, which take longer, do not hold them up.
  const opening = pLimit(1);
  const closing = new AbortController();
  return {
    assertOpens: (read) =>
      opening(async () => {
        if (closing.signal.aborted) throw new HttpError("stopping", stoppingMessage);
        const run = { signal: closing.signal, seconds: documentWorkerLimits.turnSeconds, task: "open" as const };
        try {
          for await (const _page of runDocumentWorker(await readWhole(read()), "application/pdf", run));
        } catch (error) {
          throw closing.signal.aborted ? new HttpError("stopping", stoppingMessage) : refusalOf(error);
        }
      }),
    check: ({ media_type, is_slow = false, read }, keep) =>
      inTurn(async () => {
        // Its text was checked as it came in.
        if (media_type === "text/csv") return;
        const { turnSeconds, seconds } = documentWorkerLimits;
        const run = { signal: closing.signal, seconds: is_slow ? seconds : turnSeconds };
        for await (const page of runDocumentWorker(await readWhole(read()), media_type, run)) await keep(page);
      }),
    close: async () => {
      closing.abort();
      await inTurn(() => {});
      await opening(() => {});
    },
  };
}

async function readWhole(content: Content): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of content) pieces.push(piece);
  return Buffer.concat(pieces);
}

function refusalOf(error: unknown): unknown {
  const isSlow = error instanceof SlowDocument;
  if (isSlow && !error.hasStarted) return filesUnavailable();
  if (!isSlow && !(error instanceof RefusedDocument)) return error;
  const refusal = isSlow ? "too_heavy_a_page" : error.refusal;
  return new HttpError("file_type_refused", roomPartMessages.refusals[refusal]);
}
