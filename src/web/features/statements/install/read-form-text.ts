import type { LeftOutPart } from "#shared/statements/statement-form-messages.ts";
import type { StatementFormContent } from "#shared/statements/statements.ts";

export type FormBlock = StatementFormContent["blocks"][number];

export interface FormText {
  blocks: FormBlock[];
  leftOut: ReadonlySet<LeftOutPart>;
}

/** Headings, paragraphs, items and what is bold in them, of HTML from anywhere. Its elements stay in a document of their own. */
export function readHtml(html: string): FormText {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  const reader = new Reader();
  reader.read(body, "paragraph", false);
  reader.endBlock();
  return reader;
}

/** Blank lines part paragraphs; where there are none, each line is one. */
export function readPlainText(text: string): FormText {
  const lines = text.replaceAll("\r\n", "\n").trim();
  const parts = lines.split(/\n[ \t]*\n/.test(lines) ? /\n(?:[ \t]*\n)+/ : /\n+/);
  const blocks = parts.map((part): FormBlock => {
    const words = part.replace(/\s+/g, " ").trim();
    const item = words.replace(bullet, "");
    return { style: item === words ? "paragraph" : "item", runs: [{ text: item, is_bold: false }] };
  });
  return { blocks: blocks.filter(({ runs }) => runs.some(({ text }) => text !== "")), leftOut: new Set() };
}

/** A sign, not a number: numbers are words of the law. */
const bullet = /^[•·▪◦‣*–-]\s+/;
const wordBullet = /^[\s\u00a0]*[•·▪◦‣o§\uf0b7\uf0a7-][\s\u00a0]*$/;
const silent = "style, script, meta, title, link, xml, head, template, noscript";
const pictures = "img, svg, picture, video, audio, iframe, object, canvas";
const blockTags =
  /^(p|div|li|ul|ol|dl|dt|dd|h[1-6]|table|tbody|thead|tr|td|th|section|article|main|header|footer|aside|blockquote|pre|figure|figcaption|hr|form|fieldset)$/;

class Reader implements FormText {
  readonly blocks: FormBlock[] = [];
  readonly leftOut = new Set<LeftOutPart>();
  #style: FormBlock["style"] = "paragraph";
  #runs: FormBlock["runs"] = [];

  read(node: Node, style: FormBlock["style"], isBold: boolean): void {
    for (const child of node.childNodes) {
      if (child.nodeType === Node.TEXT_NODE) this.#add(child.textContent ?? "", style, isBold);
      else if (child instanceof HTMLElement) this.#readElement(child, style, isBold);
      else if (child instanceof Element) this.leftOut.add("pictures");
    }
  }

  endBlock(): void {
    const runs = trimmed(this.#runs);
    if (runs.length > 0) this.blocks.push({ style: this.#style, runs });
    this.#runs = [];
  }

  #readElement(element: HTMLElement, style: FormBlock["style"], isBold: boolean): void {
    if (element.matches(silent)) return;
    if (element.matches(pictures)) {
      this.leftOut.add("pictures");
      return;
    }
    if (element.localName === "br") {
      this.#readBreak(element, style, isBold);
      return;
    }
    if (isWordBullet(element)) return;
    this.#note(element);
    const isBlock = blockTags.test(element.localName);
    if (isBlock) this.endBlock();
    this.read(element, isBlock ? styleOf(element, style) : style, boldOf(element, isBold));
    if (isBlock) this.endBlock();
  }

  /** Two breaks end a paragraph, one is a space. */
  #readBreak(element: HTMLElement, style: FormBlock["style"], isBold: boolean): void {
    if (element.previousElementSibling?.localName === "br" && !element.previousSibling?.textContent?.trim()) {
      this.endBlock();
    } else this.#add(" ", style, isBold);
  }

  #note(element: HTMLElement): void {
    const { localName, style } = element;
    if (localName === "table") this.leftOut.add("tables");
    if (localName === "ol") this.leftOut.add("numbers");
    if (localName === "sup" || localName === "sub") this.leftOut.add("notes");
    if (element.matches("s, del, strike")) this.leftOut.add("deleted");
    if (element.matches("a[href]")) this.leftOut.add("links");
    if (element.matches("i, em, u, ins, mark") || style.fontStyle === "italic") this.leftOut.add("styles");
  }

  #add(text: string, style: FormBlock["style"], is_bold: boolean): void {
    if (this.#runs.length === 0) this.#style = style;
    const last = this.#runs.at(-1);
    if (last?.is_bold === is_bold) last.text += text;
    else this.#runs.push({ text, is_bold });
  }
}

function styleOf(element: HTMLElement, style: FormBlock["style"]): FormBlock["style"] {
  if (/^h[1-6]$/.test(element.localName) || element.matches("p[class^=MsoHeading], p[class^=MsoTitle]"))
    return "heading";
  return element.localName === "li" || element.matches("p[class*=MsoListParagraph]") ? "item" : style;
}

/** Google wraps what it copies in a `b` that is not bold. */
function boldOf(element: HTMLElement, isBold: boolean): boolean {
  const { fontWeight } = element.style;
  if (/^(bold|bolder|[6-9]00)$/.test(fontWeight)) return true;
  if (/^(normal|[1-5]00)$/.test(fontWeight)) return false;
  return isBold || element.matches("b, strong");
}

/** Word writes the mark of an item as text; numbers stay. */
const isWordBullet = (element: HTMLElement): boolean =>
  /mso-list:\s*ignore/i.test(element.getAttribute("style") ?? "") && wordBullet.test(element.textContent ?? "");

function trimmed(runs: FormBlock["runs"]): FormBlock["runs"] {
  const kept: FormBlock["runs"] = [];
  for (const { text, is_bold } of runs) {
    const isAfterSpace = kept.length === 0 || kept.at(-1)?.text.endsWith(" ");
    const words = text.replace(/\s+/g, " ").replace(isAfterSpace ? /^ / : "", "");
    if (words !== "") kept.push({ text: words, is_bold });
  }
  const last = kept.at(-1);
  if (last) last.text = last.text.trimEnd();
  return kept.filter(({ text }) => text !== "");
}
