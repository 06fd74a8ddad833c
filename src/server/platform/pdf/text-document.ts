import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { EmbeddedFont, PDFPage } from "@libpdf/core";
import { createTagTree, type Tag, type TagNode } from "./tag-tree.ts";

export interface TextLine {
  style: keyof typeof styles;
  runs: readonly { text: string; is_bold: boolean }[];
}

/** Its head is drawn again on each page that it goes on to. */
export interface TextTable {
  columns: readonly { title: string; share: number; align?: "right" }[];
  rows: readonly (readonly string[])[];
}

interface TextDocument {
  title: string;
  author: string;
  lines: readonly (TextLine | TextTable)[];
  /** On each page, before its number. */
  foot: string;
  createdAt: Date;
  /** A club's own, such as "#1f4d3a": a bar above the first page, and the titles. */
  colour?: string;
}

/** In points, on A4. */
const page = { width: 595.28, height: 841.89, margin: 64, foot: 40 };
const styles = {
  title: { size: 18, lead: 1.3, before: 0, indent: 0, tag: "H1" },
  heading: { size: 13, lead: 1.35, before: 14, indent: 0, tag: "H2" },
  paragraph: { size: 10.5, lead: 1.5, before: 8, indent: 0, tag: "P" },
  item: { size: 10.5, lead: 1.5, before: 4, indent: 16, tag: "P" },
  answer: { size: 10.5, lead: 1.5, before: 2, indent: 16, tag: "P" },
} as const satisfies Record<string, { tag: Tag } & Record<"size" | "lead" | "before" | "indent", number>>;
const footSize = 8.5;
const cell = { size: 9, lead: 1.4, between: 8, before: 12 };
const bar = { height: 6, below: 14 };
const lineColour = 0.8;

/** @param builtRoot with the fonts. @returns a tagged PDF of the lines, with page numbers. */
export async function textDocument(
  { title, author, lines, foot, createdAt, colour }: TextDocument,
  builtRoot: string,
): Promise<Uint8Array<ArrayBuffer>> {
  // Loaded when it is needed: few people ask for a PDF.
  const library = await import("@libpdf/core");
  const { PDF, rgb, grayscale } = library;
  const pdf = PDF.create();
  pdf.setTitle(title, { showInWindowTitleBar: true });
  pdf.setAuthor(author);
  pdf.setLanguage("en-GB");
  pdf.setCreationDate(createdAt);
  pdf.setModificationDate(createdAt);
  const regular = pdf.embedFont(await readFile(join(builtRoot, "fonts/inter-regular.ttf")));
  const bold = pdf.embedFont(await readFile(join(builtRoot, "fonts/inter-semibold.ttf")));
  const own = colour === undefined ? undefined : rgb(...partsOf(colour));
  const tags = createTagTree(library, pdf);
  const pages: PDFPage[] = [];
  let y = 0;
  const startPage = () => {
    const started = pdf.addPage({ width: page.width, height: page.height });
    pages.push(started);
    y = page.height - page.margin;
    return started;
  };
  let current = startPage();
  const fits = (height: number) => y - height >= page.margin + page.foot;
  const bottomOf = page.height - bar.height;
  if (own) {
    tags.mark(current, undefined, () =>
      current.drawRectangle({ x: 0, y: bottomOf, width: page.width, height: bar.height, color: own }),
    );
    y -= bar.below;
  }

  function drawLine({ style, runs }: TextLine): void {
    const { size, lead, before, indent, tag } = styles[style];
    const isHead = style === "title" || style === "heading";
    const words = runs.flatMap(({ text, is_bold }) => wordsOf(text, is_bold || isHead ? bold : regular, size));
    const node = tags.add(tags.root, tag);
    y -= before;
    for (const row of rowsOf(words, page.width - 2 * page.margin - indent)) {
      if (!fits(size * lead)) current = startPage();
      y -= size * lead;
      drawWords(node, row, page.margin + indent, size, isHead);
    }
  }

  function drawWords(node: TagNode, row: readonly Word[], left: number, size: number, isHead: boolean): void {
    tags.mark(current, node, () => {
      let x = left;
      for (const { text, font, width } of row) {
        current.drawText(text, { x, y, size, font, ...(isHead && own && { color: own }) });
        x += width;
      }
    });
  }

  function drawTable({ columns, rows }: TextTable): void {
    const sum = columns.reduce((sumSoFar, { share }) => sumSoFar + share, 0);
    const room = page.width - 2 * page.margin - cell.between * (columns.length - 1);
    const table = tags.add(tags.root, "Table");
    const titles = columns.map((column) => column.title);
    /** @param node undefined where the head is drawn again. */
    const drawRow = (texts: readonly string[], isHead: boolean, node?: TagNode) => {
      const font = isHead ? bold : regular;
      const cells = columns.map(({ share, align }, index) => {
        const width = (room * share) / sum;
        return { width, align, lines: rowsOf(wordsOf(texts[index] ?? "", font, cell.size), width) };
      });
      const deepest = Math.max(...cells.map((each) => each.lines.length));
      const height = deepest * cell.size * cell.lead;
      if (!fits(height)) {
        current = startPage();
        if (!isHead) drawRow(titles, true);
      }
      const top = y;
      let left = page.margin;
      for (const { width, align, lines: cellLines } of cells) {
        const own = node && tags.add(node, isHead ? "TH" : "TD");
        for (const [index, line] of cellLines.entries()) {
          const used = line.reduce((sumSoFar, word) => sumSoFar + word.width, 0);
          const trailing = line.at(-1)?.text.endsWith(" ") ? font.widthOfTextAtSize(" ", cell.size) : 0;
          let x = align === "right" ? left + width - used + trailing : left;
          tags.mark(current, own, () => {
            for (const word of line) {
              current.drawText(word.text, { x, y: top - (index + 1) * cell.size * cell.lead, size: cell.size, font });
              x += word.width;
            }
          });
        }
        left += width + cell.between;
      }
      y = top - height - 3;
      const end = { x: page.width - page.margin, y };
      tags.mark(current, undefined, () =>
        current.drawLine({ start: { x: page.margin, y }, end, thickness: 0.5, color: grayscale(lineColour) }),
      );
      y -= 2;
    };
    y -= cell.before;
    drawRow(titles, true, tags.add(table, "TR"));
    for (const row of rows) drawRow(row, false, tags.add(table, "TR"));
  }

  for (const line of lines) "style" in line ? drawLine(line) : drawTable(line);
  for (const [index, each] of pages.entries()) {
    const text = drawable(`${foot} · Page ${index + 1} of ${pages.length}`, regular);
    tags.mark(each, undefined, () =>
      each.drawText(text, { x: page.margin, y: page.foot, size: footSize, font: regular }),
    );
  }
  tags.finish();
  return new Uint8Array(await pdf.save({ subsetFonts: true }));
}

/** From 0 to 1: red, green, blue. */
function partsOf(colour: string): [number, number, number] {
  const part = (from: number) => Number.parseInt(colour.slice(from, from + 2), 16) / 255;
  return [part(1), part(3), part(5)];
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
