const blocks = "p, div, ul, ol, li, h1, h2, h3, h4, h5, h6, blockquote, pre, table, thead, tbody, tfoot, tr, td, th";

/** A cell has one paragraph: several of them, or a list, become lines of it. */
export function flattenCells(body: HTMLElement): void {
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
