import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { init, type WrappedPdfiumModule } from "@embedpdf/pdfium";
import { maximumPageText } from "./document-worker-limits.ts";
import { RefusedDocument } from "./refused-document.ts";

/** The package's types leave out what Emscripten adds. */
interface Heap {
  HEAPU8: Uint8Array<ArrayBuffer>;
}

const passwordError = 4;

/** For a process of its own. */
export async function loadPdfium(): Promise<WrappedPdfiumModule> {
  const pdfium = await init({ wasmBinary: await readFile(wasmFile()) } as object);
  pdfium.PDFiumExt_Init();
  return pdfium;
}

/**
 * The pages of a PDF, each open until the next one is asked for. No script of the document runs: this build has no engine for
 * them. @throws RefusedDocument
 */
export function* pagesOf(pdfium: WrappedPdfiumModule, file: Uint8Array, mostPages: number): Generator<number> {
  const address = pdfium.pdfium.wasmExports.malloc(file.length);
  heapOf(pdfium).set(file, address);
  const document = pdfium.FPDF_LoadMemDocument(address, file.length, "");
  try {
    if (!document) throw new RefusedDocument(pdfium.FPDF_GetLastError() === passwordError ? "locked" : "unreadable");
    const count = pdfium.FPDF_GetPageCount(document);
    if (count < 1) throw new RefusedDocument("unreadable");
    if (count > mostPages) throw new RefusedDocument("too_many_pages");
    for (let index = 0; index < count; index++) {
      const page = pdfium.FPDF_LoadPage(document, index);
      if (!page) throw new RefusedDocument("unreadable");
      try {
        yield page;
      } finally {
        pdfium.FPDF_ClosePage(page);
      }
    }
  } finally {
    if (document) pdfium.FPDF_CloseDocument(document);
    pdfium.pdfium.wasmExports.free(address);
  }
}

export function textOf(pdfium: WrappedPdfiumModule, page: number): string {
  const text = pdfium.FPDFText_LoadPage(page);
  if (!text) return "";
  const count = Math.min(pdfium.FPDFText_CountChars(text), maximumPageText);
  const address = pdfium.pdfium.wasmExports.malloc((count + 1) * 2);
  // The last is a zero.
  const units = pdfium.FPDFText_GetText(text, 0, count, address) - 1;
  const content = heapOf(pdfium).slice(address, address + Math.max(0, units) * 2);
  pdfium.pdfium.wasmExports.free(address);
  pdfium.FPDFText_ClosePage(text);
  return cleaned(new TextDecoder("utf-16le").decode(content));
}

/** Without what marks hyphens and what PostgreSQL cannot keep. */
const cleaned = (text: string): string =>
  text
    .replaceAll("\r\n", "\n")
    .replaceAll(/[^\P{Cc}\n\t]|\p{Cn}/gu, "")
    .slice(0, maximumPageText)
    .toWellFormed()
    .trim();

/** Read again for each use: it moves when the memory grows. */
export const heapOf = ({ pdfium }: WrappedPdfiumModule) => (pdfium as unknown as Heap).HEAPU8;

const wasmFile = (): string =>
  import.meta.url.endsWith(".ts")
    ? createRequire(import.meta.url).resolve("@embedpdf/pdfium/pdfium.wasm")
    : join(import.meta.dirname, "pdfium.wasm");
