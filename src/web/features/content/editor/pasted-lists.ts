/** Lists that Word writes as paragraphs: where one is, and what its mark says. */
interface WordItem {
  list: string;
  /** 1 is the outermost. */
  level: number;
  /** "2." or "(a)"; empty for a bullet. */
  number: string;
  tag: "ol" | "ul";
}

/** Makes lists of them, nested as in Word. A number that the list would not show stays in the text. */
export function readWordLists(body: HTMLElement): void {
  const paragraphs = [...body.querySelectorAll<HTMLElement>("p")];
  for (const paragraph of paragraphs) {
    const item = readWordItem(paragraph);
    if (item) placeItem(paragraph, item);
  }
  for (const list of body.querySelectorAll("[data-word]")) {
    list.removeAttribute("data-word");
    list.removeAttribute("data-level");
  }
}

/** Google Docs and Word Online write where a list goes on; ours begin with 1. */
export function keepListNumbers(body: HTMLElement): void {
  for (const list of body.querySelectorAll<HTMLElement>("ol[start]:not([start='1'])")) {
    const start = Number(list.getAttribute("start"));
    if (!Number.isInteger(start)) continue;
    const items = [...list.children].filter(({ localName }) => localName === "li");
    const parts = items.flatMap((item, index) => textWithNumber(item, `${start + index}.`));
    list.replaceWith(...parts);
  }
}

function textWithNumber(item: Element, number: string): Element[] {
  const nested = [...item.children].filter(({ localName }) => localName === "ol" || localName === "ul");
  for (const list of nested) list.remove();
  const first = item.querySelector("p") ?? item;
  first.prepend(`${number} `);
  if (first !== item) return [...item.children, ...nested];
  const paragraph = item.ownerDocument.createElement("p");
  paragraph.append(...item.childNodes);
  return [paragraph, ...nested];
}

function readWordItem(paragraph: HTMLElement): WordItem | undefined {
  const style = paragraph.getAttribute("style") ?? "";
  const [, list = "", level = "1"] = /mso-list:\s*(l\d+)\s+level(\d+)/i.exec(style) ?? [];
  const mark = markOf(paragraph);
  if (!mark || (!list && !paragraph.className.includes("MsoListParagraph"))) return undefined;
  const text = (mark.textContent ?? "").replace(/\s+/g, " ").trim();
  const isNumber = !/^(o|[^\p{L}\p{N}]*)$/u.test(text);
  return { list, level: Number(level), number: isNumber ? text : "", tag: isNumber ? "ol" : "ul" };
}

const markOf = (paragraph: HTMLElement) =>
  [...paragraph.querySelectorAll<HTMLElement>("span")].find((span) =>
    /mso-list:\s*ignore/i.test(span.getAttribute("style") ?? ""),
  );

function placeItem(paragraph: HTMLElement, item: WordItem): void {
  const top = listBefore(paragraph, item);
  const chain = top ? openLists(top) : [];
  while (chain.length > 0 && levelOf(chain.at(-1)) > item.level) chain.pop();
  const last = chain.at(-1);
  const isSame = last !== undefined && levelOf(last) === item.level && last.localName === item.tag;
  if (isSame && (chain.length > 1 || !item.list || last.dataset.word === item.list)) {
    const place = last.children.length + 1;
    if (!item.number || isShown(item.number, chain.length, place)) last.append(toListItem(paragraph));
    else keepNumber(paragraph, item.number, chain.at(-2)?.lastElementChild);
    return;
  }
  const parent = chain.findLast((list) => levelOf(list) < item.level)?.lastElementChild ?? undefined;
  const depth = chain.filter((list) => levelOf(list) < item.level).length + 1;
  if (item.number && !isShown(item.number, depth, 1)) {
    keepNumber(paragraph, item.number, parent);
    return;
  }
  const list = paragraph.ownerDocument.createElement(item.tag);
  list.dataset.word = item.list;
  list.dataset.level = String(item.level);
  if (parent) parent.append(list);
  else paragraph.before(list);
  list.append(toListItem(paragraph));
}

/** The list that the item goes on with, to whose last item belong the paragraphs between the two. */
function listBefore(paragraph: HTMLElement, { list, level, number }: WordItem): HTMLElement | undefined {
  const between: Element[] = [];
  let before = paragraph.previousElementSibling;
  while (before instanceof HTMLElement && before.localName === "p") {
    between.unshift(before);
    before = before.previousElementSibling;
  }
  if (!(before instanceof HTMLElement) || before.dataset.word === undefined) return undefined;
  if (between.length === 0) return before;
  const goesOn =
    level === 1 && before.dataset.word === list && number && isShown(number, 1, before.children.length + 1);
  if (!goesOn) return undefined;
  before.lastElementChild?.append(...between);
  return before;
}

/** From the outermost to the one that is written last. */
function openLists(top: HTMLElement): HTMLElement[] {
  const inner = top.lastElementChild?.lastElementChild;
  return inner instanceof HTMLElement && inner.dataset.word !== undefined ? [top, ...openLists(inner)] : [top];
}

const levelOf = (list: HTMLElement | undefined): number => Number(list?.dataset.level ?? 0);

/** Whether a list at this depth shows this number, as `prose.css` draws it: 1, then a, then i. */
function isShown(number: string, depth: number, place: number): boolean {
  const mark = number.replace(/^\(|[.)]$/g, "").toLowerCase();
  if (depth === 1) return mark === String(place) && !number.startsWith("(");
  return mark === (depth === 2 ? String.fromCharCode(96 + place) : romans[place - 1]);
}

const romans = ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii", "xiii", "xiv", "xv"];

function toListItem(paragraph: HTMLElement): HTMLElement {
  markOf(paragraph)?.remove();
  const item = paragraph.ownerDocument.createElement("li");
  item.append(...paragraph.childNodes);
  paragraph.remove();
  return item;
}

/** As a paragraph of the item it is under, or by itself. */
function keepNumber(paragraph: HTMLElement, number: string, parent?: Element | null): void {
  markOf(paragraph)?.remove();
  paragraph.prepend(`${number} `);
  parent?.append(paragraph);
}
