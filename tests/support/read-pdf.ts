import { spawnSync } from "node:child_process";
import { pathToFileURL } from "node:url";
import { expect, type TestContext } from "vitest";
import { toolPackage } from "./install-tool.ts";
import { needsPrograms } from "./system-programs.ts";

interface PdfContent {
  pageCount: number;
  /** The words of all pages, in one line. */
  text: string;
}

/**
 * A PDF as MuPDF reads it: the product draws PDFs with PDFium, which forgives syntax errors that other programs do not.
 * @throws Error for a syntax error, a page without ink, and a line of text that is not visible.
 */
export async function readPdf(file: Uint8Array): Promise<PdfContent & { lines: string[] }> {
  const mupdf: Mupdf = await import(pathToFileURL(toolPackage("readers", "mupdf/dist/mupdf.js")).href);
  const complaints: string[] = [];
  mupdf.setLog((message) => complaints.push(message));
  const document = mupdf.Document.openDocument(file, "application/pdf");
  const pages = Array.from({ length: document.countPages() }, (_, index) => {
    const page = document.loadPage(index);
    const text = page.toStructuredText();
    const picture = page.toPixmap(mupdf.Matrix.identity, mupdf.ColorSpace.DeviceGray, false, true);
    const drawn = { pixels: new Uint8Array(picture.getPixels()), width: picture.getWidth() };
    if (!hasInk(drawn.pixels)) complaints.push(`page ${index + 1} is blank`);
    const blocks: TextBlock[] = JSON.parse(text.asJSON()).blocks;
    for (const line of blocks.flatMap(({ lines = [] }) => lines))
      if (line.text.trim() && !hasInk(cut(drawn, line.bbox))) complaints.push(`“${line.text}” is not visible`);
    return text.asText();
  });
  document.destroy();
  if (complaints.length > 0) throw new Error(`MuPDF: ${complaints.join("; ")}`);
  const lines = pages.flatMap((page) => page.split("\n"));
  return { pageCount: pages.length, text: inOneLine(pages.join(" ")), lines };
}

/** A PDF as Poppler reads it, the library of most readers on Linux. @throws Error for a syntax error and a page without ink. */
function readPdfWithPoppler(file: Uint8Array): PdfContent {
  const pageCount = Number(/^Pages: +(\d+)$/m.exec(run("pdfinfo", ["-"], file).toString())?.[1]);
  for (let number = 1; number <= pageCount; number++) {
    const pages = ["-f", String(number), "-l", String(number)];
    const pgm = run("pdftoppm", ["-gray", "-r", "36", ...pages, "-"], file);
    const header = /^P5\s+\d+\s+\d+\s+\d+\s/.exec(pgm.toString("latin1", 0, 64))?.[0].length ?? 0;
    if (!hasInk(pgm.subarray(header))) throw new Error(`Poppler: page ${number} is blank`);
  }
  return { pageCount, text: inOneLine(run("pdftotext", ["-raw", "-", "-"], file).toString()) };
}

/** Poppler and MuPDF find the same pages and words. The test is left out where Poppler is not installed. */
export async function expectSameInPoppler(context: TestContext, file: Uint8Array): Promise<void> {
  needsPrograms(context, ["pdfinfo", "pdftoppm", "pdftotext"]);
  expect(await readPdf(file)).toMatchObject(readPdfWithPoppler(file));
}

/**
 * Poppler finds the words so many times. It keeps joined forms of Arabic, and marks the direction. The test is left out where Poppler
 * is not installed.
 */
export async function expectWordsInPoppler(
  context: TestContext,
  file: Uint8Array,
  words: string,
  times: number,
): Promise<void> {
  needsPrograms(context, ["pdfinfo", "pdftoppm", "pdftotext"]);
  const { text } = readPdfWithPoppler(file);
  const plain = text.normalize("NFKC").replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, "");
  expect(plain.split(words)).toHaveLength(times + 1);
}

function run(program: string, options: string[], input: Uint8Array): Buffer {
  const { status, stdout, stderr, error } = spawnSync(program, options, { input, maxBuffer: 64 * 1024 * 1024 });
  if (error) throw error;
  if (status !== 0 || stderr.length > 0) throw new Error(`${program}: ${stderr}`);
  return stdout;
}

const inOneLine = (text: string) => text.replaceAll(/\s+/g, " ").trim();

/** Grey levels that text and its ground differ by at least. */
const leastContrast = 60;

function hasInk(pixels: Uint8Array): boolean {
  let [darkest, lightest] = [255, 0];
  for (const value of pixels) {
    if (value < darkest) darkest = value;
    if (value > lightest) lightest = value;
  }
  return lightest - darkest >= leastContrast;
}

/** At 72 pixels an inch, a point of the page is a pixel. */
function cut({ pixels, width }: { pixels: Uint8Array; width: number }, { x, y, w, h }: Box): Uint8Array {
  const [left, top] = [Math.max(0, Math.floor(x)), Math.max(0, Math.floor(y))];
  const right = Math.min(width, Math.ceil(x + w));
  const rows = Array.from({ length: Math.ceil(y + h) - top }, (_, row) => (top + row) * width);
  return Buffer.concat(rows.map((start) => pixels.subarray(start + left, start + right)));
}

interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

interface TextBlock {
  lines?: { text: string; bbox: Box }[];
}

/** What is used of the package, which the type checker cannot see: it is installed on demand. */
interface Mupdf {
  setLog(log: (message: string) => void): void;
  Document: { openDocument(file: Uint8Array, type: string): MupdfDocument };
  Matrix: { identity: unknown };
  ColorSpace: { DeviceGray: unknown };
}

interface MupdfDocument {
  countPages(): number;
  destroy(): void;
  loadPage(index: number): {
    toStructuredText(): { asText(): string; asJSON(): string };
    toPixmap(
      matrix: unknown,
      colours: unknown,
      hasAlpha: boolean,
      hasAnnotations: boolean,
    ): {
      getPixels(): Uint8Array;
      getWidth(): number;
    };
  };
}
