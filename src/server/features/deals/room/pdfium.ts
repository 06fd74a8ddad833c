import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { init, type WrappedPdfiumModule } from "@embedpdf/pdfium";
import { maximumDocumentPages } from "#shared/deals/deal-room-messages.ts";
import { maximumPageParts, RefusedDocument } from "./document-worker-limits.ts";

/** The package's types leave out what Emscripten adds. */
interface Heap {
  HEAPU8: Uint8Array<ArrayBuffer>;
  HEAPU16: Uint16Array<ArrayBuffer>;
  HEAPF32: Float32Array<ArrayBuffer>;
  HEAPF64: Float64Array<ArrayBuffer>;
}

export interface PdfPage {
  /** Changes when its text was read: the page is opened again for that. */
  handle: number;
  /** The handle is that of the document's form fields. */
  form: number;
  reopen(): void;
}

const passwordError = 4;

export async function loadPdfium(): Promise<WrappedPdfiumModule> {
  const pdfium = await init({ wasmBinary: await readFile(wasmFile()) } as object);
  pdfium.PDFiumExt_Init();
  return pdfium;
}

/**
 * The pages of a PDF, each open until the next one is asked for; undefined for one that cannot be read. No script of the document
 * runs: this build has no engine for them. @throws RefusedDocument
 */
export function* pagesOf(
  pdfium: WrappedPdfiumModule,
  file: Uint8Array,
  mostPages: number,
): Generator<PdfPage | undefined> {
  const address = pdfium.pdfium.wasmExports.malloc(file.length);
  heapOf(pdfium).HEAPU8.set(file, address);
  const document = pdfium.FPDF_LoadMemDocument(address, file.length, "");
  const info = pdfium.PDFiumExt_OpenFormFillInfo();
  const form = document && pdfium.PDFiumExt_InitFormFillEnvironment(document, info);
  try {
    if (!document) throw new RefusedDocument(pdfium.FPDF_GetLastError() === passwordError ? "locked" : "unreadable");
    const count = pdfium.FPDF_GetPageCount(document);
    if (count < 1) throw new RefusedDocument("unreadable");
    if (count > mostPages) throw new RefusedDocument("too_many_pages");
    for (let index = 0; index < count; index++) yield* openPage(pdfium, document, form, index);
  } finally {
    if (form) pdfium.PDFiumExt_ExitFormFillEnvironment(form);
    pdfium.PDFiumExt_CloseFormFillInfo(info);
    if (document) pdfium.FPDF_CloseDocument(document);
    pdfium.pdfium.wasmExports.free(address);
  }
}

/**
 * Opens a PDF and its first pages, without drawing them: what opens here opens for its readers.
 * @throws RefusedDocument for one that is locked or damaged, also where a single page of it cannot be read.
 */
export function openPages(pdfium: WrappedPdfiumModule, file: Uint8Array): void {
  let opened = 0;
  try {
    for (const page of pagesOf(pdfium, file, Number.POSITIVE_INFINITY)) {
      if (!page) throw new RefusedDocument("unreadable");
      opened += 1;
      if (opened === maximumDocumentPages) return;
    }
  } catch (error) {
    // The drawing alone would take too long.
    if (!(error instanceof RefusedDocument && error.refusal === "too_heavy_a_page")) throw error;
  }
}

function* openPage(
  pdfium: WrappedPdfiumModule,
  document: number,
  form: number,
  index: number,
): Generator<PdfPage | undefined> {
  const open = () => {
    const handle = pdfium.FPDF_LoadPage(document, index);
    if (handle && form) pdfium.FORM_OnAfterLoadPage(handle, form);
    return handle;
  };
  const close = () => {
    if (page.handle && form) pdfium.FORM_OnBeforeClosePage(page.handle, form);
    if (page.handle) pdfium.FPDF_ClosePage(page.handle);
    page.handle = 0;
  };
  const page: PdfPage = {
    handle: open(),
    form,
    reopen: () => {
      close();
      page.handle = open();
    },
  };
  try {
    const hasArea =
      page.handle && pdfium.FPDF_GetPageWidthF(page.handle) > 0 && pdfium.FPDF_GetPageHeightF(page.handle) > 0;
    if (hasArea && partsOf(pdfium, page.handle) > maximumPageParts) throw new RefusedDocument("too_heavy_a_page");
    yield hasArea ? page : undefined;
  } finally {
    close();
  }
}

const objectTypes = { path: 2, form: 5 };
const deepestForm = 12;

/** Of its drawing: objects, and the lines and curves of each. Stops once there are too many. */
function partsOf(pdfium: WrappedPdfiumModule, page: number): number {
  let parts = 0;
  const count = (objects: number, at: (index: number) => number, depth: number): void => {
    parts += objects;
    for (let index = 0; index < objects && parts <= maximumPageParts; index++) {
      const object = at(index);
      const type = pdfium.FPDFPageObj_GetType(object);
      if (type === objectTypes.path) parts += Math.max(0, pdfium.FPDFPath_CountSegments(object));
      if (type === objectTypes.form && depth < deepestForm)
        count(
          pdfium.FPDFFormObj_CountObjects(object),
          (inner) => pdfium.FPDFFormObj_GetObject(object, inner),
          depth + 1,
        );
    }
  };
  count(pdfium.FPDFPage_CountObjects(page), (index) => pdfium.FPDFPage_GetObject(page, index), 0);
  return parts;
}

/** Read again for each use: it moves when the memory grows. */
export const heapOf = ({ pdfium }: WrappedPdfiumModule): Heap => pdfium as unknown as Heap;

const wasmFile = (): string =>
  import.meta.url.endsWith(".ts")
    ? createRequire(import.meta.url).resolve("@embedpdf/pdfium/pdfium.wasm")
    : join(import.meta.dirname, "pdfium.wasm");
