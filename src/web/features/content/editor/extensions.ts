import { type Extensions, type KeyboardShortcutCommand, Mark, mergeAttributes, Node } from "@tiptap/core";
import { Table, TableCell, TableHeader, TableRow } from "@tiptap/extension-table";
import { StarterKit } from "@tiptap/starter-kit";
import { inRunningText } from "#shared/content/rich-text-outline.ts";
import {
  contentFilePath,
  type FigureName,
  isLinkAddress,
  type RichTextValueName,
  type RichTextValues,
  richTextValueNames,
} from "#shared/content/rich-text-rules.ts";
import { figures } from "#web/ui/rich-text/figures.ts";
import { shownSource } from "../held-files.ts";

/** Blocks that Tiptap does not have, or allows more in than our schema. */
const blockNodes = (values: RichTextValues) => [
  listItem,
  blockquote,
  callout,
  note,
  sources,
  image,
  figure,
  operatorDetails(values),
];

const listItem = Node.create({
  name: "listItem",
  content: "paragraph (paragraph | bulletList | orderedList)*",
  defining: true,
  parseHTML: () => [{ tag: "li" }],
  renderHTML: () => ["li", 0],
  // The shortcuts leave out Tab, which leaves the text.
  addKeyboardShortcuts() {
    return {
      Enter: () => this.editor.commands.splitListItem(this.name),
      "Mod-]": () => this.editor.commands.sinkListItem(this.name),
      "Mod-[": () => this.editor.commands.liftListItem(this.name),
    };
  },
});

const blockquote = Node.create({
  name: "blockquote",
  group: "block",
  content: "paragraph+",
  defining: true,
  parseHTML: () => [{ tag: "blockquote" }],
  renderHTML: () => ["blockquote", { class: "pull-quote" }, 0],
});

const callout = Node.create({
  name: "callout",
  group: "block",
  content: "inline*",
  defining: true,
  addAttributes: () => ({
    tone: {
      default: "info",
      parseHTML: (element) => (element.classList.contains("notice-warning") ? "warning" : "info"),
      rendered: false,
    },
  }),
  parseHTML: () => [{ tag: "div.notice" }],
  renderHTML: ({ node }) => ["div", { class: `notice notice-${node.attrs.tone}` }, ["div", 0]],
});

const note = Node.create({
  name: "note",
  group: "block",
  content: "inline*",
  defining: true,
  parseHTML: () => [{ tag: "p.caption", priority: 60 }],
  renderHTML: () => ["p", { class: "caption" }, 0],
});

const sources = Node.create({
  name: "sources",
  group: "block",
  content: "listItem+",
  defining: true,
  parseHTML: () => [{ tag: "div.sources", contentElement: "ol" }],
  renderHTML: () => ["div", { class: "sources" }, ["b", { contenteditable: "false" }, "Sources"], ["ol", 0]],
});

const pixels = (name: "width" | "height") => ({
  default: null,
  parseHTML: ({ dataset }: HTMLElement) => Number(dataset[name]) || null,
  renderHTML: (attributes: Record<string, unknown>) => ({ [`data-${name}`]: attributes[name] }),
});

const image = Node.create({
  name: "image",
  group: "block",
  atom: true,
  draggable: true,
  addAttributes: () => ({
    fileId: {
      default: null,
      parseHTML: (element) => element.dataset.file,
      renderHTML: ({ fileId }) => ({ "data-file": fileId }),
    },
    alt: { default: "", parseHTML: (element) => element.dataset.alt, renderHTML: ({ alt }) => ({ "data-alt": alt }) },
    caption: {
      default: "",
      parseHTML: (element) => element.dataset.caption,
      renderHTML: ({ caption }) => ({ "data-caption": caption }),
    },
    width: pixels("width"),
    height: pixels("height"),
  }),
  // Pictures pasted from elsewhere have no file of ours.
  parseHTML: () => [{ tag: "figure[data-file]" }],
  renderHTML: ({ node, HTMLAttributes }) => [
    "figure",
    HTMLAttributes,
    [
      "img",
      {
        src: shownSource(contentFilePath(node.attrs.fileId)),
        alt: node.attrs.alt,
        width: node.attrs.width,
        height: node.attrs.height,
      },
    ],
    ["figcaption", { class: "caption" }, node.attrs.caption || "No caption"],
  ],
});

const figure = Node.create({
  name: "figure",
  group: "block",
  atom: true,
  draggable: true,
  addAttributes: () => ({
    name: {
      default: null,
      parseHTML: (element) => element.dataset.figure,
      renderHTML: ({ name }) => ({ "data-figure": name }),
    },
  }),
  parseHTML: () => [
    { tag: "figure[data-figure]", getAttrs: (element) => Object.hasOwn(figures, element.dataset.figure ?? "") && null },
  ],
  renderHTML: ({ node, HTMLAttributes }) => [
    "figure",
    mergeAttributes(HTMLAttributes, { class: "built-in" }),
    ["b", `Figure: ${figures[node.attrs.name as FigureName].title}`],
    ["span", { class: "note" }, "Built in: drawn by the site"],
  ],
});

const operatorDetails = (values: RichTextValues) =>
  Node.create({
    name: "operatorDetails",
    group: "block",
    atom: true,
    parseHTML: () => [{ tag: "div[data-operator-details]" }],
    renderHTML: () => [
      "div",
      { class: "built-in", "data-operator-details": "" },
      ["b", "Operator’s details"],
      ["span", { class: "note" }, values.address.split("\n").join(", ")],
    ],
  });

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
