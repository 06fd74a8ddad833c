import { type Extensions, type KeyboardShortcutCommand, Mark, mergeAttributes, Node } from "@tiptap/core";
import { Table, TableCell, TableHeader, TableRow } from "@tiptap/extension-table";
import { StarterKit } from "@tiptap/starter-kit";
import { inRunningText } from "#shared/content/rich-text-outline.ts";
import {
  isLinkAddress,
  type RichTextValueName,
  type RichTextValues,
  richTextValueNames,
} from "#shared/content/rich-text-rules.ts";
import { blockNodes } from "./block-nodes.ts";

/** The schema of `#shared/content/rich-text.ts` for Tiptap, with how each block looks while it is written. */
export const editorExtensions = (values: RichTextValues): Extensions => [
  StarterKit.configure({
    blockquote: false,
    codeBlock: false,
    listItem: false,
    listKeymap: false,
    strike: false,
    underline: false,
    heading: { levels: [2, 3] },
    link: {
      openOnClick: false,
      autolink: false,
      isAllowedUri: isLinkAddress,
      HTMLAttributes: { class: "inline-link", target: null, rel: null },
    },
  }),
  ...blockNodes(values),
  ...inlineNodes(values),
  Table.extend({
    renderHTML: () => ["table", ["tbody", 0]],
    // Tab leaves the table behind its last cell, as it leaves the text.
    addKeyboardShortcuts() {
      return { ...this.parent?.(), Tab: toNextCell };
    },
  }).configure({ View: null }),
  TableRow,
  TableCell.extend({ content: "paragraph", addAttributes: cellAttributes, renderHTML: renderCell("td") }),
  TableHeader.extend({ content: "paragraph", addAttributes: cellAttributes, renderHTML: renderCell("th") }),
];

const inlineNodes = (values: RichTextValues) => [superscript, clubValue(values)];

const superscript = Mark.create({
  name: "superscript",
  parseHTML: () => [{ tag: "sup" }],
  renderHTML: () => ["sup", 0],
});

const clubValue = (values: RichTextValues) =>
  Node.create({
    name: "value",
    group: "inline",
    inline: true,
    atom: true,
    addAttributes: () => ({
      name: {
        default: null,
        parseHTML: (element) => element.dataset.value,
        renderHTML: ({ name }) => ({ "data-value": name }),
      },
    }),
    parseHTML: () => [
      {
        tag: "span[data-value]",
        getAttrs: (element) => isValueName(element.dataset.value) && null,
      },
    ],
    renderHTML: ({ node, HTMLAttributes }) => [
      "span",
      { ...HTMLAttributes, class: "club-value" },
      inRunningText(values[node.attrs.name as RichTextValueName]),
    ],
    renderText: ({ node }) => inRunningText(values[node.attrs.name as RichTextValueName]),
  });

const isValueName = (name: string | undefined): boolean => richTextValueNames.some((each) => each === name);

const toNextCell: KeyboardShortcutCommand = ({ editor }) => editor.commands.goToNextCell();

function cellAttributes() {
  return {
    // What prosemirror-tables needs; cells are never merged, nor as wide as somebody dragged them.
    colspan: { default: 1, parseHTML: () => 1, rendered: false },
    rowspan: { default: 1, parseHTML: () => 1, rendered: false },
    colwidth: { default: null, parseHTML: () => null, rendered: false },
    align: {
      default: null,
      parseHTML: (cell: HTMLElement) =>
        cell.classList.contains("is-right") ||
        cell.style.textAlign === "right" ||
        cell.getAttribute("align") === "right"
          ? "right"
          : null,
      renderHTML: ({ align }: { align?: string }) => (align ? { class: "is-right" } : {}),
    },
  };
}

const renderCell =
  (tag: "td" | "th") =>
  ({ HTMLAttributes }: { HTMLAttributes: Record<string, unknown> }) =>
    [tag, mergeAttributes(HTMLAttributes), 0] as const;
