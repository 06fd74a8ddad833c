import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { init, type WrappedPdfiumModule } from "@embedpdf/pdfium";
import sharp, { type Sharp } from "sharp";
import { maximumDocumentPages } from "#shared/deal-room-messages.ts";
import { drawnSidePx, longestShape, longestSidePt, maximumPageText } from "./document-worker-limits.ts";
import { RefusedDocument } from "./refused-document.ts";

/** The package's types leave out what Emscripten adds. */
interface Heap {
  HEAPU8: Uint8Array<ArrayBuffer>;
}

const passwordError = 4;
/** With annotations, in the byte order RGBA. */
const renderFlags = 0x01 | 0x10;
const white = 0xffffffff;

/** Its pages, one at a time. No script of the document runs: this build has no engine for them. @throws RefusedDocument */
export async function* drawPdf(file: Uint8Array): AsyncGenerator<{ picture: Sharp; text: string }> {
  const pdfium = await init({ wasmBinary: await readFile(wasmFile()) } as object);
  pdfium.PDFiumExt_Init();
  const address = pdfium.pdfium.wasmExports.malloc(file.length);
  heapOf(pdfium).set(file, address);
  const document = pdfium.FPDF_LoadMemDocument(address, file.length, "");
  if (!document) throw new RefusedDocument(pdfium.FPDF_GetLastError() === passwordError ? "locked" : "unreadable");
  const count = pdfium.FPDF_GetPageCount(document);
  if (count < 1) throw new RefusedDocument("unreadable");
  if (count > maximumDocumentPages) throw new RefusedDocument("too_many_pages");
  for (let index = 0; index < count; index++) {
    const page = pdfium.FPDF_LoadPage(document, index);
    if (!page) throw new RefusedDocument("unreadable");
    yield { picture: drawPage(pdfium, page), text: textOf(pdfium, page) };
    pdfium.FPDF_ClosePage(page);
  }
}

function drawPage(pdfium: WrappedPdfiumModule, page: number): Sharp {
  const [width, height] = [pdfium.FPDF_GetPageWidthF(page), pdfium.FPDF_GetPageHeightF(page)];
  const [shorter, longer] = [Math.min(width, height), Math.max(width, height)];
  if (!(shorter > 0)) throw new RefusedDocument("unreadable");
  if (longer > longestSidePt || longer > shorter * longestShape) throw new RefusedDocument("too_large_a_page");
  const size = {
    width: Math.round((width / longer) * drawnSidePx),
    height: Math.round((height / longer) * drawnSidePx),
  };
  const bitmap = pdfium.FPDFBitmap_Create(size.width, size.height, 0);
  if (!bitmap) throw new RefusedDocument("unreadable");
  pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, size.width, size.height, white);
  pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, size.width, size.height, 0, renderFlags);
  const start = pdfium.FPDFBitmap_GetBuffer(bitmap);
  const pixels = heapOf(pdfium).slice(start, start + size.width * size.height * 4);
  pdfium.FPDFBitmap_Destroy(bitmap);
  return sharp(pixels, { raw: { ...size, channels: 4 } }).removeAlpha();
}

function textOf(pdfium: WrappedPdfiumModule, page: number): string {
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

/** Read anew for each use: it moves when the memory grows. */
const heapOf = ({ pdfium }: WrappedPdfiumModule) => (pdfium as unknown as Heap).HEAPU8;

const wasmFile = (): string =>
  import.meta.url.endsWith(".ts")
    ? createRequire(import.meta.url).resolve("@embedpdf/pdfium/pdfium.wasm")
    : join(import.meta.dirname, "pdfium.wasm");
