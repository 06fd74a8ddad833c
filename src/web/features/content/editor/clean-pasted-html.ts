import { clean } from "./clean-pasted-text.ts";
import { fillRows, flattenCells } from "./flatten-cells.ts";
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
