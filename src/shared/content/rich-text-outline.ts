import { nameWithoutArticle } from "#shared/settings/name-without-article.ts";
import type { RichTextBlock, RichTextDocument, RichTextInline, RichTextListItem } from "./rich-text.ts";
import type { RichTextValues } from "./rich-text-rules.ts";

type HeadingBlock = Extract<RichTextBlock, { type: "heading" }>;

export interface RichTextHeading {
  block: HeadingBlock;
  /** In an address: "what-you-risk", "what-you-risk-1" where the words occur a second time. */
  id: string;
  level: 2 | 3;
  text: string;
}

export function headingsOf({ content }: RichTextDocument, values: RichTextValues): RichTextHeading[] {
  const taken = new Map<string, number>();
  return content
    .filter((block) => block.type === "heading")
    .map((block) => {
      const text = inlineText(block.content, values);
      return { block, id: uniqueId(text, taken), level: block.attrs.level, text };
    });
}

/** For search and excerpts: a block per paragraph, without figures. */
export const plainTextOf = ({ content }: RichTextDocument, values: RichTextValues): string =>
  content
    .map((block) => blockText(block, values))
    .filter(Boolean)
    .join("\n\n");

const wordsPerMinute = 220;
/** A figure is looked at for about a quarter of a minute. */
const wordsPerFigure = 60;

/** Returns at least 1; sources are not read. */
export function readingMinutes({ type, content }: RichTextDocument, values: RichTextValues): number {
  const read = plainTextOf({ type, content: content.filter((block) => block.type !== "sources") }, values);
  const figures = content.filter((block) => block.type === "figure" || block.type === "image").length;
  const words = (read.match(/[\p{L}\p{N}£%’'.,-]+/gu)?.length ?? 0) + figures * wordsPerFigure;
  return Math.max(1, Math.round(words / wordsPerMinute));
}

export const inlineText = (content: readonly RichTextInline[] | undefined, values: RichTextValues): string =>
  (content ?? [])
    .map((node) => {
      if (node.type === "text") return node.text;
      return node.type === "hardBreak" ? "\n" : inRunningText(values[node.attrs.name]);
    })
    .join("");

/** An address is in lines by itself, and in one line among words. */
export const inRunningText = (value: string): string => value.replaceAll("\n", ", ");

/** In a field without marks, `{product}` is the club's name: "the {product} team" is "the Orchard Club team" of The Orchard Club. */
export const fillValues = (text: string, values: Record<string, string>): string =>
  text.replace(/(\b(?:the|an?|our|your) )?\{(\w+)\}/gi, (written, before: string | undefined, name: string) => {
    if (!Object.hasOwn(values, name)) return written;
    const value = inRunningText(values[name] ?? "");
    return before === undefined ? value : before + nameWithoutArticle(value);
  });

/** The words a block shows. */
export function blockText(block: RichTextBlock, values: RichTextValues): string {
  switch (block.type) {
    case "bulletList":
    case "orderedList":
    case "sources":
      return block.content.map((item) => itemText(item, values)).join("\n");
    case "blockquote":
      return block.content.map(({ content }) => inlineText(content, values)).join("\n");
    case "table":
      return block.content
        .map((row) => row.content.map((cell) => inlineText(cell.content[0]?.content, values)).join("\t"))
        .join("\n");
    case "image":
      return [block.attrs.alt, block.attrs.caption].filter(Boolean).join("\n");
    case "operatorDetails":
      return values.address;
    case "figure":
    case "horizontalRule":
      return "";
    default:
      return inlineText(block.content, values);
  }
}

const itemText = ({ content }: RichTextListItem, values: RichTextValues): string =>
  content.map((block) => blockText(block, values)).join("\n");

/** The ids that links from elsewhere already have: those of github-slugger. */
function uniqueId(text: string, taken: Map<string, number>): string {
  const words = text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, "")
    .replaceAll(" ", "-");
  let id = words;
  for (let nth = taken.get(words) ?? 0; taken.has(id); id = `${words}-${nth}`) taken.set(words, ++nth);
  taken.set(id, 0);
  return id;
}
