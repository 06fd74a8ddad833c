import type { JSONContent } from "@tiptap/core";
import type { StatementRuns } from "#shared/statements/statements.ts";
import type { FormBlock } from "./read-form-text.ts";

/** Blocks as the editor's document, in which items next to each other are one list. */
export function toDocument(blocks: readonly FormBlock[]): JSONContent {
  const content: JSONContent[] = [];
  for (const { style, runs } of blocks) {
    const last = content.at(-1);
    const words = runs.map(({ text, is_bold }) => ({ type: "text", text, marks: is_bold ? [{ type: "bold" }] : [] }));
    const paragraph = { type: "paragraph", content: words };
    const item = { type: "listItem", content: [paragraph] };
    if (style === "heading") content.push({ type: "heading", attrs: { level: 2 }, content: words });
    else if (style === "paragraph") content.push(paragraph);
    else if (last?.type === "bulletList") last.content?.push(item);
    else content.push({ type: "bulletList", content: [item] });
  }
  return { type: "doc", content: content.length > 0 ? content : [{ type: "paragraph" }] };
}

/** Without blocks that are empty. */
export const toBlocks = ({ content = [] }: JSONContent): FormBlock[] =>
  content
    .flatMap((node): FormBlock[] => {
      if (node.type === "bulletList")
        return (node.content ?? []).map((item) => ({ style: "item", runs: runsOf(item.content?.[0]) }));
      return [{ style: node.type === "heading" ? "heading" : "paragraph", runs: runsOf(node) }];
    })
    .filter(({ runs }) => runs.length > 0);

const runsOf = (node: JSONContent | undefined): StatementRuns =>
  (node?.content ?? []).map(({ text = "", marks = [] }) => ({
    text,
    is_bold: marks.some(({ type }) => type === "bold"),
  }));

/** What the editor takes from the clipboard. */
export const toHtml = (blocks: readonly FormBlock[]): string =>
  blocks
    .map(({ style, runs }) => {
      if (style === "heading") return `<h2>${inline(runs)}</h2>`;
      return style === "item" ? `<ul><li><p>${inline(runs)}</p></li></ul>` : `<p>${inline(runs)}</p>`;
    })
    .join("")
    .replaceAll("</ul><ul>", "");

const inline = (runs: StatementRuns): string =>
  runs.map(({ text, is_bold }) => (is_bold ? `<b>${escaped(text)}</b>` : escaped(text))).join("");

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
