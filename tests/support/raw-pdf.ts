import { deflateSync } from "node:zlib";

/** A PDF of these objects, the first of which is its catalogue. */
export function pdfFrom(objects: readonly string[], trailer = ""): Buffer {
  const parts = [Buffer.from("%PDF-1.7\n")];
  const offsets: number[] = [];
  for (const [index, object] of objects.entries()) {
    offsets.push(Buffer.concat(parts).length);
    parts.push(Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from("\nendobj\n"));
  }
  const start = Buffer.concat(parts).length;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  parts.push(Buffer.from(`xref\n0 ${size}\n0000000000 65535 f \n${rows}`));
  parts.push(Buffer.from(`trailer\n<< /Size ${size} /Root 1 0 R ${trailer}>>\nstartxref\n${start}\n%%EOF\n`));
  return Buffer.concat(parts);
}

const onePage = (mediaBox: string) => [
  "<< /Type /Catalog /Pages 2 0 R >>",
  "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
  `<< /Type /Page /Parent 2 0 R /MediaBox [${mediaBox}] >>`,
];

/** Returns a PDF of one empty page. @param note makes it another file. */
export const goodPdf = (note = ""): Buffer =>
  Buffer.concat([pdfFrom(onePage("0 0 200 100")), Buffer.from(note && `% ${note}\n`)]);

const ownerKey = "<28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A>";
/** It opens with a password alone. */
export const lockedPdf = pdfFrom(
  onePage("0 0 200 100"),
  `/Encrypt << /Filter /Standard /V 1 /R 2 /O ${ownerKey} /U ${ownerKey} /P -4 >> /ID [<00> <00>] `,
);

/** With its drawing, in Helvetica as F1. */
export interface Page {
  box: string;
  content: string;
}

export const helvetica = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>";

export function pdfWith(given: readonly Page[]): Buffer {
  const first = 4;
  const kids = given.map((_, index) => `${first + 2 * index} 0 R`).join(" ");
  return pdfFrom([
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${kids}] /Count ${given.length} >>`,
    helvetica,
    ...given.flatMap(({ box, content }, index) => [
      `<< /Type /Page /Parent 2 0 R ${box} /Resources << /Font << /F1 3 0 R >> >> /Contents ${first + 2 * index + 1} 0 R >>`,
      streamOf(content, ""),
    ]),
  ]);
}

export function streamOf(content: string, entries: string): string {
  const packed = deflateSync(content).toString("hex");
  return `<< ${entries} /Filter [/ASCIIHexDecode /FlateDecode] /Length ${packed.length + 1} >>\nstream\n${packed}>\nendstream`;
}

/** Of two pages, the second of which cannot be read. */
export const halfReadablePdf = pdfWith([
  { box: "/MediaBox [0 0 595 842]", content: "BT /F1 40 Tf 60 400 Td (Read) Tj ET" },
  { box: "/MediaBox [0 0 600 800] /CropBox [600 800 1000 1000]", content: "" },
]);
