import { setPriority } from "node:os";
import { buffer } from "node:stream/consumers";
import type { WrappedPdfiumModule } from "@embedpdf/pdfium";
import { maximumPaperBytes } from "#shared/funds/funds-completion-messages.ts";
import { type LeftOutReason, maximumReliefCertificates } from "#shared/funds/funds-relief-messages.ts";
import { readPackedFiles, ZipTooLarge } from "../../../platform/files/read-zip.ts";
import { writeFrame } from "../../../platform/workers/frames.ts";
import { RefusedDocument } from "../../deals/room/document-worker-limits.ts";
import { textsOf, visibleBox } from "../../deals/room/page-text.ts";
import { loadPdfium, openPages, pagesOf } from "../../deals/room/pdfium.ts";
import type { WorkerMessage } from "./certificate-reader.ts";
import { type CertificateRefusal, certificateLimits, RefusedCertificates } from "./certificate-worker-limits.ts";

/** One process per upload, stdin to stdout: what breaks it, or takes too much, ends only it. */
setPriority(10);

const tell = (message: WorkerMessage, content?: Uint8Array) => writeFrame(process.stdout, message, content);
const refuse = (refusal: CertificateRefusal) => new RefusedCertificates(refusal);
const pdfMark = "%PDF-";
let loaded: WrappedPdfiumModule | undefined;

await tell({ kind: "ready" });
try {
  const file = await buffer(process.stdin);
  if (isPdf(file)) await send(null, file);
  else await sendAll(file);
  await tell({ kind: "done" });
} catch (error) {
  await tell({ kind: "refused", refusal: error instanceof RefusedCertificates ? error.refusal : "unreadable" });
}

function isPdf(file: Buffer): boolean {
  return file.subarray(0, pdfMark.length).toString("latin1") === pdfMark;
}

async function sendAll(zip: Buffer): Promise<void> {
  const { unpackedBytes } = certificateLimits;
  const entries = readPackedFiles(zip, { entries: maximumReliefCertificates, unpackedBytes });
  let count = 0;
  try {
    for await (const { name, isEncrypted, read } of entries) {
      if (isEncrypted) throw refuse("locked");
      const pieces: Buffer[] = [];
      for await (const piece of await read()) pieces.push(piece);
      const content = Buffer.concat(pieces);
      // Files of the same name may lie in several folders.
      const fileName = name.replaceAll("/", " - ");
      count += 1;
      if (!isPdf(content)) await tell({ kind: "left_out", file_name: fileName, reason: "not_pdf" });
      else if (content.length > maximumPaperBytes) throw refuse("too_large");
      else await send(fileName, content);
    }
  } catch (error) {
    if (error instanceof ZipTooLarge) throw refuse(error.limit === "entries" ? "too_many" : "too_large");
    throw error;
  }
  if (count === 0) throw refuse("not_pdf");
}

async function send(fileName: string | null, content: Buffer): Promise<void> {
  const read = await readText(content);
  if ("reason" in read) await tell({ kind: "left_out", file_name: fileName, reason: read.reason });
  else await tell({ kind: "certificate", file_name: fileName, text: read.text }, content);
}

/** The text is empty where it cannot be read: a picture, or too long. */
async function readText(pdf: Uint8Array): Promise<{ text: string } | { reason: LeftOutReason }> {
  loaded ??= await loadPdfium();
  const { pages, text: longest } = certificateLimits;
  try {
    openPages(loaded, pdf);
    const texts: string[] = [];
    for (const page of pagesOf(loaded, pdf, pages))
      if (page) texts.push(...textsOf(loaded, page, [visibleBox(loaded, page)]));
    return { text: texts.join("\n").slice(0, longest) };
  } catch (error) {
    // The memory is not to be relied on after a failure.
    loaded = undefined;
    const refusal = error instanceof RefusedDocument ? error.refusal : "unreadable";
    return refusal === "locked" || refusal === "unreadable" ? { reason: refusal } : { text: "" };
  }
}
