import type { PDF, PDFPage, PdfRef } from "@libpdf/core";
import { type Letters, loadLetters } from "./letters.ts";

export interface TextLine {
  style: keyof typeof styles;
  runs: readonly { text: string; is_bold: boolean }[];
}

export const textLine = (style: TextLine["style"], text: string): TextLine => ({
  style,
  runs: [{ text, is_bold: false }],
});

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
/** The foot is as large as one row allows. */
const footSizes = { most: 8.5, least: 6 };
const footLead = 1.4;
const cell = { size: 9, lead: 1.4, between: 8, before: 12, ruled: 3, below: 5 };
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
  const letters = await loadLetters(pdf, builtRoot, [foot, ...lines.flatMap(textsIn)]);
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

  function rowsOfLine({ style, runs }: TextLine): Word[][] {
    const { size, indent } = styles[style];
    const words = runs.flatMap(({ text, is_bold }) => wordsOf(letters, text, is_bold || isHeading(style), size));
    return rowsOf(words, page.width - 2 * page.margin - indent);
  }

  /** Of a table its head and first row, which stay together. */
  function heightOfStart(part: TextLine | TextTable): number {
    if (!("style" in part))
      return cell.before + heightOf(part, titlesOf(part), true) + heightOf(part, part.rows[0] ?? []);
    const { size, lead, before } = styles[part.style];
    return before + rowsOfLine(part).length * size * lead;
  }

  /** A heading goes to the page of what it is above. */
  function heightOfSection(from: number): number {
    const rest = lines.slice(from + 1);
    const table = rest.findIndex((part) => !("style" in part));
    const isAlone = (part: TextLine | TextTable) => "style" in part && !isHeading(part.style);
    const kept = table >= 0 && rest.slice(0, table).every(isAlone) && table <= 1 ? table + 1 : 1;
    return [lines[from], ...rest.slice(0, kept)].reduce((sum, part) => sum + (part ? heightOfStart(part) : 0), 0);
  }

  function drawLine(line: TextLine): void {
    const { size, lead, before, indent, tag } = styles[line.style];
    const isHead = isHeading(line.style);
    const node = tags.add(tags.root, tag);
    y -= before;
    for (const row of rowsOfLine(line)) {
      if (!fits(size * lead)) current = startPage();
      y -= size * lead;
      drawWords(node, row, page.margin + indent, size, isHead);
    }
  }

  function drawWords(node: TagNode, row: readonly Word[], left: number, size: number, isHead: boolean): void {
    tags.mark(current, node, () => drawRow(current, row, { x: left, y, size, ...(isHead && own && { color: own }) }));
  }

  function drawRow(onPage: PDFPage, row: readonly Word[], { x: left, ...style }: RowStyle): void {
    let start = left;
    for (const { text, isBold } of joined(row)) {
      const { pieces, width } = letters.place(text, isBold, style.size);
      for (const { text: drawn, font, original, x } of pieces)
        tags.read(onPage, original, () => onPage.drawText(drawn, { ...style, x: start + x, font }));
      start += width;
    }
  }

  function cellsOf({ columns }: TextTable, texts: readonly string[], isHead: boolean) {
    const sum = columns.reduce((sumSoFar, { share }) => sumSoFar + share, 0);
    const room = page.width - 2 * page.margin - cell.between * (columns.length - 1);
    return columns.map(({ share, align }, index) => {
      const width = (room * share) / sum;
      return { width, align, lines: rowsOf(wordsOf(letters, texts[index] ?? "", isHead, cell.size), width) };
    });
  }

  const heightOf = (table: TextTable, texts: readonly string[], isHead = false): number =>
    Math.max(...cellsOf(table, texts, isHead).map((each) => each.lines.length)) * cell.size * cell.lead + cell.below;

  function drawTable(given: TextTable): void {
    const { rows } = given;
    const table = tags.add(tags.root, "Table");
    const titles = titlesOf(given);
    /** @param node undefined where the head is drawn again. @param kept rows that have to fit below. */
    const drawCells = (texts: readonly string[], isHead: boolean, node?: TagNode, kept: TextTable["rows"] = []) => {
      const cells = cellsOf(given, texts, isHead);
      const deepest = Math.max(...cells.map((each) => each.lines.length));
      const height = deepest * cell.size * cell.lead;
      if (!fits(kept.reduce((sum, row) => sum + cell.below + heightOf(given, row), height))) {
        current = startPage();
        if (!isHead) drawCells(titles, true);
      }
      const top = y;
      let left = page.margin;
      for (const { width, align, lines: cellLines } of cells) {
        const own = node && tags.add(node, isHead ? "TH" : "TD");
        for (const [index, line] of cellLines.entries()) {
          const used = line.reduce((sumSoFar, word) => sumSoFar + word.width, 0);
          const trailing = line.at(-1)?.text.endsWith(" ") ? letters.regular.widthOfTextAtSize(" ", cell.size) : 0;
          const x = align === "right" ? left + width - used + trailing : left;
          const rowY = top - (index + 1) * cell.size * cell.lead;
          tags.mark(current, own, () => drawRow(current, line, { x, y: rowY, size: cell.size }));
        }
        left += width + cell.between;
      }
      y = top - height - cell.ruled;
      const end = { x: page.width - page.margin, y };
      tags.mark(current, undefined, () =>
        current.drawLine({ start: { x: page.margin, y }, end, thickness: 0.5, color: grayscale(lineColour) }),
      );
      y -= cell.below - cell.ruled;
    };
    y -= cell.before;
    // The last row, often a sum, never goes to a page alone.
    const last = rows.length - 1;
    drawCells(titles, true, tags.add(table, "TR"), rows.slice(0, last === 1 ? 2 : 1));
    for (const [index, row] of rows.entries())
      drawCells(row, false, tags.add(table, "TR"), index === last - 1 ? rows.slice(last) : []);
  }

  for (const [index, line] of lines.entries()) {
    if (!("style" in line)) drawTable(line);
    else {
      if (line.style === "heading" && !fits(heightOfSection(index))) current = startPage();
      drawLine(line);
    }
  }
  const footOf = (number: number, size: number) =>
    wordsOf(letters, `${foot} · Page ${number} of ${pages.length}`, false, size);
  const footRoom = page.width - 2 * page.margin;
  const footWidth = footOf(pages.length, footSizes.most).reduce((sum, { width }) => sum + width, 0);
  const footSize = Math.max(footSizes.least, footSizes.most * Math.min(1, (0.99 * footRoom) / footWidth));
  for (const [index, each] of pages.entries()) {
    // The last row stands where a single one would.
    const rows = rowsOf(footOf(index + 1, footSize), footRoom);
    for (const [index, row] of rows.entries()) {
      const footY = page.foot + (rows.length - 1 - index) * footSize * footLead;
      tags.mark(each, undefined, () => drawRow(each, row, { x: page.margin, y: footY, size: footSize }));
    }
  }
  tags.finish();
  return new Uint8Array(await pdf.save({ subsetFonts: true }));
}

/** From 0 to 1: red, green, blue. */
function partsOf(colour: string): [number, number, number] {
  const part = (from: number) => Number.parseInt(colour.slice(from, from + 2), 16) / 255;
  return [part(1), part(3), part(5)];
}

interface RowStyle {
  x: number;
  y: number;
  size: number;
  color?: ReturnType<typeof import("@libpdf/core").rgb>;
}

const isHeading = (style: TextLine["style"]): boolean => style === "title" || style === "heading";
const titlesOf = ({ columns }: TextTable): string[] => columns.map(({ title }) => title);

const textsIn = (part: TextLine | TextTable): string[] =>
  "style" in part
    ? part.runs.map(({ text }) => text)
    : [...part.columns.map(({ title }) => title), ...part.rows.flat()];

interface Word {
  text: string;
  isBold: boolean;
  width: number;
}

/** Words keep the spaces behind them; a word that is wider than a row is cut into letters. */
function wordsOf(letters: Letters, text: string, isBold: boolean, size: number): Word[] {
  return text
    .normalize("NFC")
    .replaceAll(/\s+/g, " ")
    .split(/(?<=\s)(?=\S)/)
    .flatMap((word) => (word.length > longestWord ? [...word] : [word]))
    .map((word) => ({ text: word, isBold, width: letters.place(word, isBold, size).width }));
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

/** Words of one weight together: their order on the page depends on each other. */
function joined(row: readonly Word[]): { text: string; isBold: boolean }[] {
  const runs: { text: string; isBold: boolean }[] = [];
  for (const { text, isBold } of row) {
    const last = runs.at(-1);
    if (last?.isBold === isBold) last.text += text;
    else runs.push({ text, isBold });
  }
  return runs;
}

/** Structure elements for screen readers: headings, paragraphs, tables with rows and cells. */
type Tag = "Document" | "H1" | "H2" | "P" | "Table" | "TR" | "TH" | "TD";

interface TagNode {
  tag: Tag;
  children: TagNode[];
  marks: { page: PDFPage; id: number }[];
}

/** The structure of a tagged PDF: what is drawn is marked with the node that it belongs to. */
function createTagTree(library: typeof import("@libpdf/core"), pdf: PDF) {
  const { ops, PdfArray, PdfBool, PdfDict, PdfName, PdfNumber, PdfString } = library;
  const root: TagNode = { tag: "Document", children: [], marks: [] };
  const nodesOfPage = new Map<PDFPage, TagNode[]>();

  /** Writes the structure into the document, once everything is drawn. */
  function finish(): void {
    const { catalog } = pdf.context;
    const tree = PdfDict.of({ Type: PdfName.of("StructTreeRoot") });
    const treeRef = pdf.context.register(tree);
    const refs = new Map<TagNode, PdfRef>();
    tree.set("K", write(root, treeRef, refs));
    const numbers = [...nodesOfPage].flatMap(([page, nodes], index) => {
      page.dict.set("StructParents", PdfNumber.of(index));
      page.dict.set("Tabs", PdfName.of("S"));
      return [PdfNumber.of(index), new PdfArray(nodes.flatMap((node) => refs.get(node) ?? []))];
    });
    tree.set("ParentTree", pdf.context.register(PdfDict.of({ Nums: new PdfArray(numbers) })));
    tree.set("ParentTreeNextKey", PdfNumber.of(nodesOfPage.size));
    catalog.getDict().set("StructTreeRoot", treeRef);
    catalog.getDict().set("MarkInfo", PdfDict.of({ Marked: PdfBool.TRUE }));
  }

  function write(node: TagNode, parent: PdfRef, refs: Map<TagNode, PdfRef>): PdfRef {
    const element = PdfDict.of({ Type: PdfName.of("StructElem"), S: PdfName.of(node.tag), P: parent });
    const ref = pdf.context.register(element);
    refs.set(node, ref);
    if (node.tag === "TH") element.set("A", PdfDict.of({ O: PdfName.of("Table"), Scope: PdfName.of("Column") }));
    if (node.tag === "Document") element.set("Lang", PdfString.fromString("en-GB"));
    const marks = node.marks.map(({ page, id }) =>
      PdfDict.of({ Type: PdfName.of("MCR"), Pg: page.ref, MCID: PdfNumber.of(id) }),
    );
    const children = node.children.map((child) => write(child, ref, refs));
    element.set("K", new PdfArray([...marks, ...children]));
    return ref;
  }

  return {
    root,
    add(parent: TagNode, tag: Tag): TagNode {
      const node: TagNode = { tag, children: [], marks: [] };
      parent.children.push(node);
      return node;
    },
    /** What `draw` draws belongs to the node; without one it is decoration, which nobody is told of. */
    mark(page: PDFPage, node: TagNode | undefined, draw: () => void): void {
      if (node) {
        const nodes = nodesOfPage.get(page) ?? [];
        nodesOfPage.set(page, nodes);
        const id = nodes.push(node) - 1;
        node.marks.push({ page, id });
        page.drawOperators([ops.beginMarkedContentProps(nameOf(node.tag), PdfDict.of({ MCID: PdfNumber.of(id) }))]);
      } else page.drawOperators([ops.beginMarkedContent(nameOf("Artifact"))]);
      draw();
      page.drawOperators([ops.endMarkedContent()]);
    },
    /** What is drawn is read as another text, inside of what is marked. */
    read(page: PDFPage, text: string | undefined, draw: () => void): void {
      if (text !== undefined) {
        const props = PdfDict.of({ ActualText: PdfString.fromString(text) });
        page.drawOperators([ops.beginMarkedContentProps(nameOf("Span"), props)]);
      }
      draw();
      if (text !== undefined) page.drawOperators([ops.endMarkedContent()]);
    },
    finish,
  };
}

/** The library writes the tag of marked content as it gets it, and without a slash it is no name but an unknown operator. */
const nameOf = (tag: string) => `/${tag}`;
