import { type Extensions, type JSONContent, Node } from "@tiptap/core";
import { type Editor, EditorContent, useEditor, useEditorState } from "@tiptap/react";
import { StarterKit } from "@tiptap/starter-kit";
import { useId, useLayoutEffect, useState } from "react";
import { leftOutParts, installMessages as messages } from "#shared/statements/statement-form-messages.ts";
import type { StatementRuns } from "#shared/statements/statements.ts";
import { CircleAlert } from "#web/ui/icons.generated.ts";
import { Notice } from "#web/ui/notice.tsx";
import { type FormBlock, type FormText, readHtml, readPlainText } from "./read-form-text.ts";
import "#web/styles/editor.css";
import { Button } from "#web/ui/button.tsx";
import { FileDrop } from "#web/ui/file-drop.tsx";
import { toast } from "#web/ui/toast.ts";
import "#web/styles/file-drop.css";

interface FormTextEditorProps {
  label: string;
  hint?: string;
  /** The editor starts with this text. Another text needs another `key`. */
  value: readonly FormBlock[];
  onChange: (blocks: FormBlock[]) => void;
  /** The text is one paragraph of a condition or a declaration. */
  isWords?: boolean;
  error: string | undefined;
}

/** Keeps bold words, headings, paragraphs and items of what is pasted or added from a file, and says what it does not. */
export function FormTextEditor({ label, hint, value, onChange, isWords = false, error }: FormTextEditorProps) {
  const id = useId();
  const [leftOut, setLeftOut] = useState<FormText["leftOut"]>(new Set());
  const pasted = (text: FormText) => {
    setLeftOut(text.leftOut);
    return toHtml(isWords ? joined(text.blocks) : text.blocks);
  };
  const editor = useEditor({
    extensions: isWords ? wordsExtensions : blockExtensions,
    content: toDocument(value),
    injectCSS: false,
    immediatelyRender: false,
    editorProps: {
      transformPastedHTML: (html) => pasted(readHtml(html)),
      transformPastedText: (text) => (isWords ? text.replace(/\s+/g, " ").trim() : plainOf(readPlainText(text).blocks)),
      attributes: {
        id,
        class: "prose",
        role: "textbox",
        "aria-multiline": "true",
        "aria-label": label,
        "aria-describedby": `${id}-note`,
      },
    },
    onUpdate: ({ editor }) => onChange(toBlocks(editor.getJSON())),
  });
  const add = (text: FormText) => {
    setLeftOut(text.leftOut);
    const content = toDocument(text.blocks).content ?? [];
    if (editor?.isEmpty) editor.commands.setContent({ type: "doc", content }, { emitUpdate: true });
    else editor?.commands.insertContentAt(editor.state.doc.content.size, content);
  };
  // The editor would set it after the form has looked for what to focus.
  useLayoutEffect(() => {
    const text = document.getElementById(id);
    if (error) text?.setAttribute("aria-invalid", "true");
    else text?.removeAttribute("aria-invalid");
  }, [id, error]);
  return (
    <div className="field">
      <p className="field-label" aria-hidden="true">
        {label}
      </p>
      <div className={isWords ? "text-editor is-words" : "text-editor"}>
        <Tools editor={editor} isWords={isWords} label={label} />
        <EditorContent editor={editor} className="editor-sheet" />
      </div>
      <div id={`${id}-note`}>
        {error ? (
          <p className="field-error">
            <CircleAlert />
            {error}
          </p>
        ) : (
          hint && <p className="field-hint">{hint}</p>
        )}
      </div>
      <LeftOut parts={leftOut} />
      {!isWords && <FileChoice onText={add} />}
    </div>
  );
}

/** Blocks as the editor's document, in which items next to each other are one list. */
function toDocument(blocks: readonly FormBlock[]): JSONContent {
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

const toBlocks = ({ content = [] }: JSONContent): FormBlock[] =>
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

/** Returns the HTML that the editor takes from the clipboard. */
const toHtml = (blocks: readonly FormBlock[]): string =>
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

const joined = (blocks: FormBlock[]): FormBlock[] => [
  {
    style: "paragraph",
    runs: blocks.flatMap(({ runs }, index) => (index > 0 ? [{ text: " ", is_bold: false }, ...runs] : runs)),
  },
];

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
const blockExtensions: Extensions = [StarterKit.configure({ ...onlyBold, heading: { levels: [2] } }), item];

/** The words of a condition or declaration: one paragraph. */
const wordsExtensions: Extensions = [
  StarterKit.configure({ ...onlyBold, document: false, heading: false, bulletList: false }),
  Node.create({ name: "doc", topNode: true, content: "paragraph" }),
];

/** The editor makes a paragraph of each line. */
const plainOf = (blocks: FormBlock[]): string =>
  blocks.map(({ runs }) => runs.map(({ text }) => text).join("")).join("\n");

const tools = [
  {
    label: "Bold",
    isOn: (editor: Editor) => editor.isActive("bold"),
    run: (editor: Editor) => editor.chain().focus().toggleBold().run(),
  },
  {
    label: "Heading",
    isOn: (editor: Editor) => editor.isActive("heading"),
    run: (editor: Editor) => editor.chain().focus().toggleHeading({ level: 2 }).run(),
  },
  {
    label: "Item of a list",
    isOn: (editor: Editor) => editor.isActive("bulletList"),
    run: (editor: Editor) => editor.chain().focus().toggleBulletList().run(),
  },
];

function Tools({ editor, isWords, label }: { editor: Editor | null; isWords: boolean; label: string }) {
  const shown = isWords ? tools.slice(0, 1) : tools;
  const on = useEditorState({
    editor,
    selector: ({ editor }) => (editor ? shown.filter(({ isOn }) => isOn(editor)).map((tool) => tool.label) : []),
  });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be one of the form, which disables it while sending
    <div className="editor-tools" role="group" aria-label={`Text: ${label}`}>
      {shown.map((tool) => (
        <button
          key={tool.label}
          type="button"
          className="editor-tool"
          aria-pressed={on?.includes(tool.label) === true}
          data-on={on?.includes(tool.label) || undefined}
          // The text keeps its selection.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => editor && tool.run(editor)}
        >
          {tool.label}
        </button>
      ))}
    </div>
  );
}

/** Read out when something that was added was not kept. */
function LeftOut({ parts }: { parts: FormText["leftOut"] }) {
  const words = [...parts].map((part) => leftOutParts[part]).join("; ");
  return (
    <div role="status">
      {words && (
        <Notice tone="warning">Left out of what you added: {words}. Please compare the text with the law.</Notice>
      )}
    </div>
  );
}

const largestFileBytes = 1_000_000;

function FileChoice({ onText }: { onText: (text: FormText) => void }) {
  const read = async (file: File) => {
    if (file.size > largestFileBytes) return refuse("A form’s file has at most 1 MB.");
    const text = await file.text().catch(() => null);
    if (text === null || !/\.(html?|txt)$/i.test(file.name)) return refuse(messages.fileHint);
    onText(/\.txt$/i.test(file.name) ? readPlainText(text) : readHtml(text));
  };
  return (
    <FileDrop accept=".html,.htm,.txt,text/html,text/plain" onFile={(file) => void read(file)}>
      {(choose) => (
        <>
          <Button variant="outline" isSmall onClick={choose}>
            Add from a file
          </Button>
          <span className="note">{messages.fileHint}</span>
        </>
      )}
    </FileDrop>
  );
}

const refuse = (description: string) =>
  toast({ title: "This file could not be read", description, variant: "destructive" });
