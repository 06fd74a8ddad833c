import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { EmbeddedFont, PDFPage } from "@libpdf/core";

export interface TextLine {
  style: keyof typeof styles;
  runs: readonly { text: string; is_bold: boolean }[];
}

interface TextDocument {
  title: string;
  author: string;
  lines: readonly TextLine[];
  /** On each page, before its number. */
  foot: string;
  createdAt: Date;
}

/** In points, on A4. */
const page = { width: 595.28, height: 841.89, margin: 64, foot: 40 };
const styles = {
  title: { size: 18, lead: 1.3, before: 0, indent: 0 },
  heading: { size: 13, lead: 1.35, before: 14, indent: 0 },
  paragraph: { size: 10.5, lead: 1.5, before: 8, indent: 0 },
  item: { size: 10.5, lead: 1.5, before: 4, indent: 16 },
  answer: { size: 10.5, lead: 1.5, before: 2, indent: 16 },
} as const;
const footSize = 8.5;

/** @param builtRoot with the fonts. @returns a PDF of the lines, with page numbers. */
export async function textDocument(
  { title, author, lines, foot, createdAt }: TextDocument,
  builtRoot: string,
): Promise<Uint8Array<ArrayBuffer>> {
  // Loaded when it is needed: few people ask for a PDF.
  const { PDF } = await import("@libpdf/core");
  const pdf = PDF.create();
  pdf.setTitle(title, { showInWindowTitleBar: true });
  pdf.setAuthor(author);
  pdf.setLanguage("en-GB");
  pdf.setCreationDate(createdAt);
  pdf.setModificationDate(createdAt);
  const regular = pdf.embedFont(await readFile(join(builtRoot, "fonts/inter-regular.ttf")));
  const bold = pdf.embedFont(await readFile(join(builtRoot, "fonts/inter-semibold.ttf")));
  const pages: PDFPage[] = [];
  let y = 0;
  const startPage = () => {
    pages.push(pdf.addPage({ width: page.width, height: page.height }));
    y = page.height - page.margin;
  };
  startPage();
  for (const { style, runs } of lines) {
    const { size, lead, before, indent } = styles[style];
    const isHead = style === "title" || style === "heading";
    const words = runs.flatMap(({ text, is_bold }) => wordsOf(text, is_bold || isHead ? bold : regular, size));
    y -= before;
    for (const row of rowsOf(words, page.width - 2 * page.margin - indent)) {
      if (y - size * lead < page.margin + page.foot) startPage();
      y -= size * lead;
      let x = page.margin + indent;
      for (const { text, font, width } of row) {
        pages.at(-1)?.drawText(text, { x, y, size, font });
        x += width;
      }
    }
  }
  for (const [index, each] of pages.entries()) {
    const text = drawable(`${foot} · Page ${index + 1} of ${pages.length}`, regular);
    each.drawText(text, { x: page.margin, y: page.foot, size: footSize, font: regular });
  }
  return new Uint8Array(await pdf.save({ subsetFonts: true }));
}

interface Word {
  text: string;
  font: EmbeddedFont;
  width: number;
}

/** With the spaces behind them; what is wider than a row is cut into letters. */
function wordsOf(text: string, font: EmbeddedFont, size: number): Word[] {
  return drawable(text, font)
    .split(/(?<=\s)(?=\S)/)
    .flatMap((word) => (word.length > longestWord ? [...word] : [word]))
    .map((word) => ({ text: word.replace(/\s/g, " "), font, width: font.widthOfTextAtSize(word, size) }));
}
const longestWord = 60;

function rowsOf(words: readonly Word[], width: number): Word[][] {
  const rows: Word[][] = [[]];
  let used = 0;
  for (const word of words) {
    if (used > 0 && used + word.width > width) {
      rows.push([]);
      used = 0;
    }
    rows.at(-1)?.push(word);
    used += word.width;
  }
  return rows;
}

/** Letters that the fonts do not have show as a question mark. */
const drawable = (text: string, font: EmbeddedFont): string =>
  [...text.replaceAll(/\s+/g, " ")].map((letter) => (font.canEncode(letter) ? letter : "?")).join("");
