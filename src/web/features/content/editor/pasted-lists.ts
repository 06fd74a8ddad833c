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

/** Word Online has a list of its own for each item, whose level is an attribute: as Word on a computer writes them. */
export function readOnlineLists(body: HTMLElement): void {
  for (const item of body.querySelectorAll<HTMLElement>("li[data-aria-level]")) {
    const list = item.parentElement;
    if (!list) continue;
    const level = Number(item.dataset.ariaLevel) || 1;
    const place = Number(item.dataset.ariaPosinset) || valuesOf(list)[[...list.children].indexOf(item)] || 1;
    const kind = kindOf(list) ?? kinds[Math.min(level, kinds.length) - 1] ?? "decimal";
    const document = item.ownerDocument;
    const paragraph = document.createElement("p");
    paragraph.className = "MsoListParagraph";
    paragraph.setAttribute("style", `mso-list:l${Number(item.dataset.listid) || 0} level${level}`);
    const mark = document.createElement("span");
    mark.setAttribute("style", "mso-list:Ignore");
    mark.textContent = list.localName === "ul" ? "·" : `${writeNumber(place, kind)}.`;
    paragraph.append(mark);
    for (const [index, part] of [...item.children].entries()) {
      if (index > 0) paragraph.append(document.createElement("br"));
      paragraph.append(...part.childNodes);
    }
    if (item.children.length === 0) paragraph.append(...item.childNodes);
    wrapperOf(list).before(paragraph);
    item.remove();
    if (list.children.length === 0) wrapperOf(list).remove();
  }
}

/** The outermost element that has nothing but this list. */
function wrapperOf(list: Element): Element {
  const parent = list.parentElement;
  return parent?.localName === "div" && parent.children.length === 1 ? wrapperOf(parent) : list;
}

/** Ours begin with 1, a or i by their depth, and go on by one: where a pasted list does not, its numbers become text. */
export function keepListNumbers(body: HTMLElement): void {
  for (const list of body.querySelectorAll("ol > ol, ol > ul, ul > ol, ul > ul"))
    list.previousElementSibling?.append(list);
  for (const list of body.querySelectorAll<HTMLElement>("ol")) {
    const shown = kinds[depthOf(list)] ?? "decimal";
    const numbers = valuesOf(list).map((value) => writeNumber(value, kindOf(list) ?? shown));
    if (numbers.every((number, index) => number === writeNumber(index + 1, shown))) continue;
    list.replaceWith(...[...list.children].flatMap((item, index) => textWithNumber(item, `${numbers[index]}.`)));
  }
}

const kinds = ["decimal", "lower-alpha", "lower-roman"] as const;
type Kind = (typeof kinds)[number] | "upper-alpha" | "upper-roman";
const kindNames: Record<string, Kind> = {
  "1": "decimal",
  a: "lower-alpha",
  A: "upper-alpha",
  i: "lower-roman",
  I: "upper-roman",
  decimal: "decimal",
  "lower-alpha": "lower-alpha",
  "lower-latin": "lower-alpha",
  "lower-roman": "lower-roman",
  "upper-alpha": "upper-alpha",
  "upper-latin": "upper-alpha",
  "upper-roman": "upper-roman",
};

/** Returns the kind where the list itself says it. */
function kindOf(list: Element): Kind | undefined {
  const styles = [list, ...list.children].map((element) => element.getAttribute("style") ?? "");
  const [, style = ""] = styles.map((text) => /list-style(?:-type)?:\s*([a-z-]+)/i.exec(text)).find(Boolean) ?? [];
  return kindNames[style.toLowerCase()] ?? kindNames[list.getAttribute("type") ?? ""];
}

/** Returns the depth of a list as `prose.css` draws it. */
function depthOf(list: Element): number {
  const outer = list.parentElement?.closest("ol");
  if (outer?.parentElement?.closest("li")) return 2;
  return list.parentElement?.closest("li") ? 1 : 0;
}

function valuesOf(list: Element): number[] {
  const items = [...list.children];
  const step = list.hasAttribute("reversed") ? -1 : 1;
  let next = wholeNumber(list.getAttribute("start")) ?? (step < 0 ? items.length : 1);
  return items.map((item) => {
    const value = wholeNumber(item.getAttribute("value")) ?? next;
    next = value + step;
    return value;
  });
}

const wholeNumber = (attribute: string | null): number | undefined =>
  /^-?\d{1,6}$/.test(attribute ?? "") ? Number(attribute) : undefined;

function writeNumber(value: number, kind: Kind): string {
  if (kind === "decimal" || value < 1 || value > 3999) return String(value);
  const text = kind.endsWith("alpha") ? writeLetters(value) : writeRoman(value);
  return kind.startsWith("upper") ? text.toUpperCase() : text;
}

/** 27 is "aa". */
const writeLetters = (value: number): string =>
  (value > 26 ? writeLetters(Math.floor((value - 1) / 26)) : "") + String.fromCharCode(97 + ((value - 1) % 26));

const romanParts: [number, string][] = [
  ...([
    [1000, "m"],
    [900, "cm"],
    [500, "d"],
    [400, "cd"],
    [100, "c"],
    [90, "xc"],
    [50, "l"],
  ] as [number, string][]),
  ...([
    [40, "xl"],
    [10, "x"],
    [9, "ix"],
    [5, "v"],
    [4, "iv"],
    [1, "i"],
  ] as [number, string][]),
];

function writeRoman(value: number): string {
  const [size, text] = romanParts.find(([part]) => part <= value) ?? [];
  return size === undefined ? "" : text + writeRoman(value - size);
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

function openLists(top: HTMLElement): HTMLElement[] {
  const inner = top.lastElementChild?.lastElementChild;
  return inner instanceof HTMLElement && inner.dataset.word !== undefined ? [top, ...openLists(inner)] : [top];
}

const levelOf = (list: HTMLElement | undefined): number => Number(list?.dataset.level ?? 0);

/** Whether a list at this depth shows this number, as `prose.css` draws it: 1, then a, then i. */
function isShown(number: string, depth: number, place: number): boolean {
  const mark = number.replace(/^\(|[.)]$/g, "").toLowerCase();
  if (depth === 1) return mark === String(place) && !number.startsWith("(");
  return mark === writeNumber(place, depth === 2 ? "lower-alpha" : "lower-roman");
}

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
