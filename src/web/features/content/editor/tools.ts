import type { Editor } from "@tiptap/core";
import { isInTable, selectedRect } from "@tiptap/pm/tables";
import type { editorMessages } from "#shared/content/rich-text-editor-messages.ts";

export type DialogName = "link" | "picture" | "figure" | "value";
export type ToolName = keyof typeof editorMessages.tools;

interface Tool {
  name: ToolName;
  /** Pressed, for tools that are on or off. */
  isOn?: (editor: Editor) => boolean;
  run: (editor: Editor) => void;
}

export type ToolOrDialog = Tool | { name: ToolName; isOn?: (editor: Editor) => boolean; dialog: DialogName };

/** Most texts need these; the rest is behind "More". */
export const tools: readonly ToolOrDialog[] = [
  {
    name: "heading",
    isOn: (editor) => editor.isActive("heading", { level: 2 }),
    run: (editor) => editor.chain().focus().toggleHeading({ level: 2 }).run(),
  },
  {
    name: "bold",
    isOn: (editor) => editor.isActive("bold"),
    run: (editor) => editor.chain().focus().toggleBold().run(),
  },
  { name: "link", isOn: (editor) => editor.isActive("link"), dialog: "link" },
  {
    name: "list",
    isOn: (editor) => editor.isActive("bulletList"),
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    name: "quote",
    isOn: (editor) => editor.isActive("blockquote"),
    run: (editor) => editor.chain().focus().toggleWrap("blockquote").run(),
  },
  { name: "picture", isOn: (editor) => editor.isActive("image"), dialog: "picture" },
  {
    name: "table",
    run: (editor) => editor.chain().focus().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
  },
  {
    name: "callout",
    isOn: (editor) => editor.isActive("callout"),
    run: (editor) => editor.chain().focus().toggleNode("callout", "paragraph").run(),
  },
  { name: "figure", isOn: (editor) => editor.isActive("figure"), dialog: "figure" },
];

export const moreTools: readonly ToolOrDialog[] = [
  {
    name: "subheading",
    isOn: (editor) => editor.isActive("heading", { level: 3 }),
    run: (editor) => editor.chain().focus().toggleHeading({ level: 3 }).run(),
  },
  {
    name: "italic",
    isOn: (editor) => editor.isActive("italic"),
    run: (editor) => editor.chain().focus().toggleItalic().run(),
  },
  {
    name: "numbers",
    isOn: (editor) => editor.isActive("orderedList"),
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
  { name: "value", dialog: "value" },
  {
    name: "raised",
    isOn: (editor) => editor.isActive("superscript"),
    run: (editor) => editor.chain().focus().toggleMark("superscript").run(),
  },
  {
    name: "note",
    isOn: (editor) => editor.isActive("note"),
    run: (editor) => editor.chain().focus().toggleNode("note", "paragraph").run(),
  },
  { name: "sources", run: (editor) => editor.chain().focus().insertContent(emptySources).run() },
  { name: "line", run: (editor) => editor.chain().focus().setHorizontalRule().run() },
  { name: "undo", run: (editor) => editor.chain().focus().undo().run() },
  { name: "redo", run: (editor) => editor.chain().focus().redo().run() },
];

const emptySources = { type: "sources", content: [{ type: "listItem", content: [{ type: "paragraph" }] }] };

export interface ToolGroup {
  /** Shown before its tools: "Row: Above, Below". */
  name: keyof typeof editorMessages.groups;
  tools: readonly ToolOrDialog[];
}

export function contextGroups(editor: Editor): readonly ToolGroup[] {
  if (isInTable(editor.state)) return tableGroups;
  if (editor.isActive("callout")) return calloutGroups;
  return editor.isActive("listItem") ? listGroups : [];
}

const calloutGroups: readonly ToolGroup[] = [
  {
    name: "callout",
    tools: [
      {
        name: "warning",
        isOn: (editor) => editor.isActive("callout", { tone: "warning" }),
        run: (editor) => {
          const tone = editor.isActive("callout", { tone: "warning" }) ? "info" : "warning";
          editor.chain().focus().updateAttributes("callout", { tone }).run();
        },
      },
    ],
  },
];

const listGroups: readonly ToolGroup[] = [
  {
    name: "list",
    tools: [
      { name: "indent", run: (editor) => editor.chain().focus().sinkListItem("listItem").run() },
      { name: "outdent", run: (editor) => editor.chain().focus().liftListItem("listItem").run() },
    ],
  },
];

const tableGroups: readonly ToolGroup[] = [
  {
    name: "row",
    tools: [
      { name: "rowAbove", run: (editor) => addRow(editor, "before") },
      { name: "rowBelow", run: (editor) => addRow(editor, "after") },
      { name: "headerRow", run: (editor) => editor.chain().focus().toggleHeaderRow().run() },
      { name: "removeRow", run: (editor) => editor.chain().focus().deleteRow().run() },
    ],
  },
  {
    name: "column",
    tools: [
      { name: "columnBefore", run: (editor) => editor.chain().focus().addColumnBefore().run() },
      { name: "columnAfter", run: (editor) => editor.chain().focus().addColumnAfter().run() },
      { name: "headerColumn", run: (editor) => editor.chain().focus().toggleHeaderColumn().run() },
      { name: "right", isOn: isCellRight, run: alignColumn },
      { name: "removeColumn", run: (editor) => editor.chain().focus().deleteColumn().run() },
    ],
  },
  {
    name: "table",
    tools: [{ name: "removeTable", run: (editor) => editor.chain().focus().deleteTable().run() }],
  },
];

function isCellRight(editor: Editor): boolean {
  return editor.isActive("tableCell", { align: "right" }) || editor.isActive("tableHeader", { align: "right" });
}

/** Adds a row whose cells are as far to the right as the cells beside them. */
function addRow(editor: Editor, place: "before" | "after"): void {
  const { map, table, top } = selectedRect(editor.state);
  const columns = Array.from({ length: map.width }, (_, column) => column);
  const aligns = columns.map((column) => table.nodeAt(map.positionAt(top, column, table))?.attrs.align);
  const chain = editor.chain().focus();
  const added = place === "before" ? chain.addRowBefore() : chain.addRowAfter();
  added.run();
  const after = selectedRect(editor.state);
  const row = place === "before" ? after.top - 1 : after.bottom;
  editor.commands.command(({ tr }) => {
    for (const column of columns) {
      tr.setNodeAttribute(after.tableStart + after.map.positionAt(row, column, after.table), "align", aligns[column]);
    }
    return true;
  });
}

/** The whole column or columns, as far as they are selected. */
function alignColumn(editor: Editor): void {
  const align = isCellRight(editor) ? null : "right";
  const { map, left, right, tableStart } = selectedRect(editor.state);
  const cells = map.cellsInRect({ left, right, top: 0, bottom: map.height });
  editor
    .chain()
    .focus()
    .command(({ tr }) => {
      for (const cell of cells) tr.setNodeAttribute(tableStart + cell, "align", align);
      return true;
    })
    .run();
}
