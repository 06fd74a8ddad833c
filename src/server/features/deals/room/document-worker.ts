import { setPriority } from "node:os";
import { buffer } from "node:stream/consumers";
import type { WrappedPdfiumModule } from "@embedpdf/pdfium";
import sharp, { type Sharp } from "sharp";
import { maximumDocumentPages } from "#shared/deals/deal-room-messages.ts";
import { maximumPicturePixels } from "#shared/pictures/picture-rules.ts";
import { readZip } from "../../../platform/files/read-zip.ts";
import { writeFrame } from "../../../platform/workers/frames.ts";
import { isTooLargeToDecode } from "../../pictures/decoded-size.ts";
import {
  drawnSidePx,
  maximumUnpackedBytes,
  RefusedDocument,
  sheetOverlap,
  sheetShape,
} from "./document-worker-limits.ts";
import { type Box, textsOf, visibleBox, withMemory } from "./page-text.ts";
import { heapOf, loadPdfium, openPages, type PdfPage, pagesOf } from "./pdfium.ts";
import type { WorkerMessage } from "./run-document-worker.ts";

/** With annotations, in the byte order RGBA. */
const renderFlags = 0x01 | 0x10;
const white = 0xffffffff;

interface DrawnSheet {
  picture: Sharp;
  text: string;
  /** A page that cannot be read: an empty sheet is in its place. */
  is_damaged: boolean;
}

/** Its sheets, one at a time: a page, or a part of a page that is as long as a scroll. @throws RefusedDocument */
async function* drawPdf(file: Uint8Array): AsyncGenerator<DrawnSheet> {
  const pdfium = await loadPdfium();
  let sheets = 0;
  let readable = 0;
  for (const page of pagesOf(pdfium, file, maximumDocumentPages)) {
    if (page) readable += 1;
    const drawn = page ? drawPage(pdfium, page) : [emptySheet()];
    sheets += drawn.length;
    if (sheets > maximumDocumentPages) throw new RefusedDocument("too_many_pages");
    yield* drawn;
  }
  if (readable === 0) throw new RefusedDocument("unreadable");
}

/** A4, upright. */
const emptySheet = (): DrawnSheet => ({
  picture: sharp({ create: { width: 1131, height: drawnSidePx, channels: 3, background: "white" } }),
  text: "",
  is_damaged: true,
});

function drawPage(pdfium: WrappedPdfiumModule, page: PdfPage): DrawnSheet[] {
  const width = pdfium.FPDF_GetPageWidthF(page.handle);
  const height = pdfium.FPDF_GetPageHeightF(page.handle);
  const [shorter, longer] = [Math.min(width, height), Math.max(width, height)];
  const isScroll = longer > shorter * sheetShape.uncut;
  const sheetPt = isScroll ? shorter * sheetShape.cut : longer;
  const count = Math.ceil(longer / sheetPt);
  if (count > maximumDocumentPages) throw new RefusedDocument("too_large_a_page");
  const scale = drawnSidePx / sheetPt;
  const whole = { width: Math.round(width * scale), height: Math.round(height * scale) };
  const parts = Array.from({ length: count }, (_, index) => partOf(whole, index, height >= width));
  const pictures = parts.map((part) => drawPart(pdfium, page, whole, part));
  const boxes = isScroll ? parts.map((part) => boxOf(pdfium, page, whole, part.own)) : [visibleBox(pdfium, page)];
  const texts = textsOf(pdfium, page, boxes);
  return pictures.map((picture, index) => ({ picture, text: texts[index] ?? "", is_damaged: false }));
}

interface Size {
  width: number;
  height: number;
}

interface Area extends Size {
  x: number;
  y: number;
}

/** What is drawn of a page on a sheet, and what of that is on no sheet before: a line that is cut is whole on the next sheet. */
interface Part extends Area {
  own: Area;
}

function partOf(whole: Size, index: number, isUpright: boolean): Part {
  const length = isUpright ? whole.height : whole.width;
  const start = Math.max(0, index * drawnSidePx - sheetOverlap);
  const end = Math.min(length, (index + 1) * drawnSidePx);
  const area = (from: number): Area =>
    isUpright
      ? { x: 0, y: from, width: whole.width, height: end - from }
      : { x: from, y: 0, width: end - from, height: whole.height };
  return { ...area(start), own: area(index * drawnSidePx) };
}

function drawPart(pdfium: WrappedPdfiumModule, { handle, form }: PdfPage, whole: Size, part: Part): Sharp {
  const { width, height } = part;
  const bitmap = pdfium.FPDFBitmap_Create(width, height, 0);
  if (!bitmap) throw new RefusedDocument("unreadable");
  pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, white);
  pdfium.FPDF_RenderPageBitmap(bitmap, handle, -part.x, -part.y, whole.width, whole.height, 0, renderFlags);
  // Form fields and signatures are no annotations to PDFium.
  if (form) pdfium.FPDF_FFLDraw(form, bitmap, handle, -part.x, -part.y, whole.width, whole.height, 0, renderFlags);
  const start = pdfium.FPDFBitmap_GetBuffer(bitmap);
  const pixels = heapOf(pdfium).HEAPU8.slice(start, start + width * height * 4);
  pdfium.FPDFBitmap_Destroy(bitmap);
  return sharp(pixels, { raw: { width, height, channels: 4 } }).removeAlpha();
}

/** Of a part, in points of the page, which may be turned. */
function boxOf(pdfium: WrappedPdfiumModule, { handle }: PdfPage, whole: Size, { x, y, width, height }: Area): Box {
  return withMemory(pdfium, 16, (address) => {
    const corner = (left: number, top: number): [number, number] => {
      pdfium.FPDF_DeviceToPage(handle, 0, 0, whole.width, whole.height, 0, left, top, address, address + 8);
      const [across = 0, up = 0] = heapOf(pdfium).HEAPF64.subarray(address / 8, address / 8 + 2);
      return [across, up];
    };
    const [one, other] = [corner(x, y), corner(x + width, y + height)];
    return {
      left: Math.min(one[0], other[0]),
      bottom: Math.min(one[1], other[1]),
      right: Math.max(one[0], other[0]),
      top: Math.max(one[1], other[1]),
    };
  });
}

/** VBA projects with their data and signatures, and sheets of Excel 4 macros, whatever their types say. */
const macroParts = /(?:^|\/)vba(?:project|data)[^/]*$|(?:^|\/)macrosheets\//;
const macroTypes = /macroenabled|vbaproject|vbadata|macrosheet/i;
const macroLinks = /relationships\/[^"']*(?:vbaproject|vbadata|macrosheet)/i;
const workbookType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml";
const typesPart = "[content_types].xml";
const workbookPart = "xl/workbook.xml";

/** Unpacks each part once, within bounds. @throws RefusedDocument, or another error for what is no workbook. */
async function checkWorkbook(file: Buffer): Promise<void> {
  const parts = new Set<string>();
  let types = "";
  for await (const { name: written, isEncrypted, read } of readZip(file, {
    entries: Number.POSITIVE_INFINITY,
    unpackedBytes: maximumUnpackedBytes,
  })) {
    // Names of parts have no case.
    const name = written.toLowerCase();
    if (isEncrypted) throw new RefusedDocument("locked");
    if (macroParts.test(name)) throw new RefusedDocument("macros");
    if (!name.endsWith("/")) parts.add(name);
    const isKept = name === typesPart || name.endsWith(".rels");
    const pieces: Buffer[] = [];
    for await (const piece of await read()) if (isKept) pieces.push(piece);
    const text = withoutEntities(Buffer.concat(pieces).toString());
    if (name === typesPart) types = text;
    else if (macroLinks.test(text)) throw new RefusedDocument("macros");
  }
  if (!parts.has(typesPart) || !parts.has(workbookPart)) throw new RefusedDocument("unreadable");
  const typeOf = readTypes(types);
  parts.delete(typesPart);
  // A type counts for a part that is there: some programs name types of parts that they never write.
  if ([...parts].some((part) => macroTypes.test(typeOf(part)))) throw new RefusedDocument("macros");
  if (typeOf(workbookPart) !== workbookType) throw new RefusedDocument("unreadable");
}

/** The type of a part: its own, or that of its extension. */
function readTypes(xml: string): (part: string) => string {
  const [own, usual] = [new Map<string, string>(), new Map<string, string>()];
  for (const [tag, kind] of xml.matchAll(/<(?:\w+:)?(Override|Default)\b[^>]*>/g)) {
    const type = attribute(tag, "ContentType");
    if (kind === "Override") own.set(attribute(tag, "PartName").toLowerCase().replace(/^\//, ""), type);
    else usual.set(attribute(tag, "Extension").toLowerCase(), type);
  }
  return (part) => own.get(part) ?? usual.get(part.split(".").at(-1) ?? "") ?? "";
}

function attribute(tag: string, name: string): string {
  const [, double, single] = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(tag) ?? [];
  return double ?? single ?? "";
}

const withoutEntities = (xml: string): string =>
  xml.replaceAll(/&#(?:x([0-9a-f]+)|(\d+));/gi, (entity, hex?: string, decimal?: string) => {
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : entity;
  });

/** One process per document, stdin to stdout: what breaks it, or takes too much, ends only it. */
setPriority(10);
sharp.concurrency(1);
sharp.cache(false);
// Blocks SVG, PDF and other interpreted formats.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: ["VipsForeignLoadJpegBuffer", "VipsForeignLoadPngBuffer"] });

const tell = (message: WorkerMessage, content?: Uint8Array) => writeFrame(process.stdout, message, content);

await tell({ kind: "ready" });
try {
  const file = await buffer(process.stdin);
  const [, , mediaType, task] = process.argv;
  if (task === "open") openPages(await loadPdfium(), file);
  else await check(mediaType, file);
  await tell({ kind: "done" });
} catch (error) {
  await tell({ kind: "refused", refusal: error instanceof RefusedDocument ? error.refusal : "unreadable" });
}

async function check(mediaType: string | undefined, file: Buffer): Promise<void> {
  if (mediaType === "application/pdf") for await (const sheet of drawPdf(file)) await send(sheet);
  else if (mediaType?.startsWith("image/"))
    await send({ picture: await openPicture(file), text: "", is_damaged: false });
  else await checkWorkbook(file);
}

async function openPicture(file: Buffer): Promise<Sharp> {
  const header = await sharp(file, { limitInputPixels: false }).metadata();
  if (header.width * header.height > maximumPicturePixels || isTooLargeToDecode(header))
    throw new RefusedDocument("too_large_a_page");
  return sharp(file, { limitInputPixels: maximumPicturePixels, failOn: "error" })
    .autoOrient()
    .resize(drawnSidePx, drawnSidePx, { fit: "inside", withoutEnlargement: true })
    .flatten({ background: "white" });
}

async function send({ picture, text, is_damaged }: DrawnSheet): Promise<void> {
  const { data, info } = await picture.webp({ quality: 82, effort: 2 }).toBuffer({ resolveWithObject: true });
  await tell({ kind: "page", width: info.width, height: info.height, text, is_damaged }, data);
}
