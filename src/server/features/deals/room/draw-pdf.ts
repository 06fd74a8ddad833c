import type { WrappedPdfiumModule } from "@embedpdf/pdfium";
import sharp, { type Sharp } from "sharp";
import { maximumDocumentPages } from "#shared/deal-room-messages.ts";
import { drawnSidePx, longestShape, longestSidePt } from "./document-worker-limits.ts";
import { heapOf, loadPdfium, pagesOf, textOf } from "./pdfium.ts";
import { RefusedDocument } from "./refused-document.ts";

/** With annotations, in the byte order RGBA. */
const renderFlags = 0x01 | 0x10;
const white = 0xffffffff;

/** Its pages, one at a time. @throws RefusedDocument */
export async function* drawPdf(file: Uint8Array): AsyncGenerator<{ picture: Sharp; text: string }> {
  const pdfium = await loadPdfium();
  for (const page of pagesOf(pdfium, file, maximumDocumentPages))
    yield { picture: drawPage(pdfium, page), text: textOf(pdfium, page) };
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
