import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import sharp from "sharp";
import { ZipFile } from "yazl";
import { textDocument } from "#server/platform/pdf/text-document.ts";

/** A PDF with so many pages, each with its number. */
export function pdfOf(pages: number): Promise<Uint8Array> {
  const rowsOfAPage = 28;
  const lines = Array.from({ length: pages * rowsOfAPage - 20 }, (_, index) => ({
    style: "paragraph" as const,
    runs: [{ text: `Line ${index + 1} of the deck`, is_bold: false }],
  }));
  return textDocument(
    { title: "Deck", author: "Alder", lines, foot: "Alder Analytics", createdAt: new Date("2026-01-10T10:00:00Z") },
    join(process.cwd(), "dist"),
  );
}

/** A page that is a picture of its text: there is nothing to read. */
export async function scannedPdf(): Promise<Buffer> {
  const { PDF } = await import("@libpdf/core");
  const pdf = PDF.create();
  const picture = pdf.embedJpeg(
    await sharp(await pngOf(100, 100))
      .jpeg()
      .toBuffer(),
  );
  pdf.addPage({ width: 200, height: 200 }).drawImage(picture, { x: 0, y: 0, width: 200, height: 200 });
  return Buffer.from(await pdf.save());
}

export const pngOf = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: "#3c6" } })
    .png()
    .toBuffer();

const workbookParts = {
  "[Content_Types].xml":
    '<Types><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
  "xl/workbook.xml": "<workbook/>",
};

/** A workbook with the given parts besides, or instead. */
export const workbookOf = (parts: Record<string, string | Buffer> = {}): Promise<Buffer> =>
  zipOf({ ...workbookParts, ...parts });

export function zipOf(files: Record<string, string | Buffer>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files))
    if (name.endsWith("/")) zip.addEmptyDirectory(name);
    else zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return buffer(zip.outputStream);
}
