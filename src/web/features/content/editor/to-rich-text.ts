import type { JSONContent } from "@tiptap/core";
import type { RichTextDocument } from "#shared/content/rich-text.ts";

/** What Tiptap says of a text without what our schema has no place for: defaults, widths, an empty last paragraph. */
export function toRichText({ content = [] }: JSONContent): RichTextDocument {
  const last = content.findLastIndex(({ type, content: words }) => type !== "paragraph" || words);
  // The editor's own schema allows nothing else; the server checks it again.
  return { type: "doc", content: content.slice(0, last + 1).map(plainNode) } as RichTextDocument;
}

function plainNode({ type, attrs, content, marks, text }: JSONContent): JSONContent {
  const kept = keptAttributes(attrs, attributesOf[type ?? ""]);
  return {
    type,
    ...(kept && { attrs: kept }),
    ...(content && { content: content.map(plainNode) }),
    ...(text !== undefined && { text }),
    ...(marks && { marks: marks.map(plainMark) }),
  };
}

function plainMark({ type, attrs }: { type: string; attrs?: Record<string, unknown> }) {
  return type === "link" ? { type, attrs: { href: attrs?.href } } : { type };
}

const attributesOf: Record<string, readonly string[]> = {
  heading: ["level"],
  callout: ["tone"],
  tableCell: ["align"],
  tableHeader: ["align"],
  image: ["fileId", "alt", "caption", "width", "height"],
  figure: ["name"],
  value: ["name"],
};

function keptAttributes(attrs: JSONContent["attrs"], names: readonly string[] = []) {
  const kept = Object.entries(attrs ?? {}).filter(
    ([name, value]) => names.includes(name) && value !== null && value !== "",
  );
  return kept.length > 0 ? Object.fromEntries(kept) : undefined;
}
