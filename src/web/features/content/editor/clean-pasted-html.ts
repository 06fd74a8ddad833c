import { clean } from "./clean-pasted-text.ts";
import { keepListNumbers, readOnlineLists, readWordLists } from "./pasted-lists.ts";

interface Pasted {
  html: string;
  /** How many pictures are in it, which the schema drops. */
  pictures: number;
}

/** Before the schema drops what it does not know: headings of other levels, and the lists that Word writes as paragraphs. */
export function cleanPastedHtml(pasted: string): Pasted {
  const { body } = new DOMParser().parseFromString(pasted, "text/html");
  for (const part of body.querySelectorAll("style, script, meta, title, link, xml")) part.remove();
  for (const heading of body.querySelectorAll("h1")) rename(heading, "h2");
  for (const heading of body.querySelectorAll("h4, h5, h6")) rename(heading, "h3");
  cleanTexts(body);
  readOnlineLists(body);
  readWordLists(body);
  keepListNumbers(body);
  flattenCells(body);
  fillRows(body);
  const pictures = [...body.querySelectorAll("img")].filter((image) => !image.closest("figure[data-file]"));
  return { html: body.innerHTML, pictures: pictures.length };
}

function rename(element: Element, tag: string): void {
  const renamed = element.ownerDocument.createElement(tag);
  renamed.append(...element.childNodes);
  element.replaceWith(renamed);
}

function cleanTexts(node: Node): void {
  for (const child of [...node.childNodes]) {
    if (child.nodeType !== Node.TEXT_NODE) {
      cleanTexts(child);
      continue;
    }
    const document = child.ownerDocument as Document;
    const lines = clean(child.textContent ?? "");
    const parts = lines.flatMap((line, index) => (index > 0 ? [document.createElement("br"), line] : [line]));
    (child as Text).replaceWith(...parts);
  }
}

const blocks = "p, div, ul, ol, li, h1, h2, h3, h4, h5, h6, blockquote, pre, table, thead, tbody, tfoot, tr, td, th";

/** A cell has one paragraph: several of them, or a list, become lines of it. */
function flattenCells(body: HTMLElement): void {
  for (const cell of body.querySelectorAll("td, th")) {
    // A table inside of a cell has become lines of that one.
    if (!body.contains(cell) || !cell.querySelector(blocks)) continue;
    const paragraph = cell.ownerDocument.createElement("p");
    for (const line of linesOf(cell).filter(hasWords)) {
      if (paragraph.hasChildNodes()) paragraph.append(cell.ownerDocument.createElement("br"));
      paragraph.append(...line);
    }
    cell.replaceChildren(paragraph);
  }
}

/** A cell that goes over several columns or rows stands in the first, beside empty ones: each row of ours has as many cells. */
function fillRows(body: HTMLElement): void {
  for (const table of body.querySelectorAll("table")) {
    const rows = [...table.querySelectorAll("tr")];
    const cells: Element[][] = rows.map(() => []);
    for (const [place, row] of rows.entries()) for (const cell of [...row.children]) placeCell(cells, place, cell);
    const width = Math.max(0, ...cells.map(({ length }) => length));
    for (const [place, row] of rows.entries())
      row.replaceChildren(...Array.from({ length: width }, (_, column) => cells[place]?.[column] ?? emptyCell(row)));
  }
}

function placeCell(cells: Element[][], place: number, cell: Element): void {
  const row = cells[place] ?? [];
  let column = 0;
  while (row[column]) column += 1;
  const spanOf = (name: string) => Math.min(Math.max(Math.trunc(Number(cell.getAttribute(name))) || 1, 1), 50);
  const [columns, below] = [spanOf("colspan"), spanOf("rowspan")];
  cell.removeAttribute("colspan");
  cell.removeAttribute("rowspan");
  for (const covered of cells.slice(place, place + below))
    for (let next = column; next < column + columns; next += 1) covered[next] ??= emptyCell(cell);
  row[column] = cell;
}

function emptyCell(beside: Element): Element {
  return beside.ownerDocument.createElement(beside.localName === "th" ? "th" : "td");
}

function linesOf(element: Element): Node[][] {
  const lines: Node[][] = [[]];
  for (const child of [...element.childNodes]) {
    if (!(child instanceof Element)) lines.at(-1)?.push(child);
    else if (child.localName === "br") lines.push([]);
    else if (child.matches(blocks) || child.querySelector(blocks)) lines.push(...linesOf(child), []);
    else lines.at(-1)?.push(child);
  }
  if (element.localName === "li" && element.parentElement?.localName === "ol") {
    const number = [...element.parentElement.children].indexOf(element) + 1;
    lines.find(hasWords)?.unshift(element.ownerDocument.createTextNode(`${number}. `));
  }
  return lines;
}

const hasWords = (line: readonly Node[]): boolean => line.some(({ textContent }) => textContent?.trim());
