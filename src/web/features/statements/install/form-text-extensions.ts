import { type Extensions, Node } from "@tiptap/core";
import { StarterKit } from "@tiptap/starter-kit";

const onlyBold = {
  blockquote: false,
  code: false,
  codeBlock: false,
  hardBreak: false,
  horizontalRule: false,
  italic: false,
  link: false,
  listItem: false,
  listKeymap: false,
  orderedList: false,
  strike: false,
  trailingNode: false,
  underline: false,
} as const;

/** An item of one paragraph, without lists inside. */
const item = Node.create({
  name: "listItem",
  content: "paragraph",
  defining: true,
  parseHTML: () => [{ tag: "li" }],
  renderHTML: () => ["li", 0],
  addKeyboardShortcuts() {
    return { Enter: () => this.editor.commands.splitListItem(this.name) };
  },
});

/** The text of a statement: headings, paragraphs and items. */
export const blockExtensions: Extensions = [StarterKit.configure({ ...onlyBold, heading: { levels: [2] } }), item];

/** The words of a condition or declaration: one paragraph. */
export const wordsExtensions: Extensions = [
  StarterKit.configure({ ...onlyBold, document: false, heading: false, bulletList: false }),
  Node.create({ name: "doc", topNode: true, content: "paragraph" }),
];
