import "#web/styles/editor.css";
import type { JSONContent } from "@tiptap/core";
import { Selection } from "@tiptap/pm/state";
import { type Editor, EditorContent, useEditor, useEditorState } from "@tiptap/react";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import type { RichTextDocument } from "#shared/content/rich-text.ts";
import { editorMessages as messages, valueLabels } from "#shared/content/rich-text-editor-messages.ts";
import { richTextMessages } from "#shared/content/rich-text-messages.ts";
import { inRunningText } from "#shared/content/rich-text-outline.ts";
import {
  type FigureName,
  figureNames,
  isLinkAddress,
  type RichTextValueName,
  type RichTextValues,
  richTextValueNames,
} from "#shared/content/rich-text-rules.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { CircleAlert } from "#web/ui/icons.generated.ts";
import { Input } from "#web/ui/input.tsx";
import { BarFigure } from "#web/ui/rich-text/bar-figure.tsx";
import { figures } from "#web/ui/rich-text/figures.ts";
import { Select } from "#web/ui/select.tsx";
import { toast } from "#web/ui/toast.ts";
import { editorExtensions } from "./extensions.ts";
import { keepListNumbers, readOnlineLists, readWordLists } from "./pasted-lists.ts";
import { EditorDialog, type EditorDialogProps, PictureDialog, type UploadedPicture } from "./picture-dialog.tsx";
import { contextGroups, type DialogName, moreTools, type ToolGroup, type ToolOrDialog, tools } from "./tools.ts";

export interface RichTextEditorProps {
  /** "Text of the article". */
  label: string;
  /** The editor begins with this text. Another text needs another `key`. */
  value: RichTextDocument;
  onChange: (value: RichTextDocument) => void;
  /** Stores a picture. */
  upload: (file: File) => Promise<UploadedPicture>;
  values: RichTextValues;
  error?: string | undefined;
}

/** Fetch it lazily: Tiptap weighs more than all the rest of a page. */
export function RichTextEditor({ label, value, onChange, upload, values, error }: RichTextEditorProps) {
  const id = useId();
  const [dialog, setDialog] = useState<DialogName>();
  const [extensions] = useState(() => editorExtensions(values));
  const editor = useEditor({
    extensions,
    content: value.content.length > 0 ? value : emptyText,
    // Its styles are in our file: a style element of its own would need an exception.
    injectCSS: false,
    immediatelyRender: false,
    editorProps: {
      transformPastedHTML: (pasted) => {
        const { html, pictures } = cleanPastedHtml(pasted);
        if (pictures > 0) toast({ title: messages.picturesLeftOut(pictures), description: messages.addPictures });
        return html;
      },
      transformPastedText: cleanPastedText,
      // A picture by itself, which nothing takes.
      handlePaste: (_view, { clipboardData }) => {
        const pictures = [...(clipboardData?.files ?? [])].filter(({ type }) => type.startsWith("image/")).length;
        if (pictures === 0 || clipboardData?.types.includes("text/html")) return false;
        toast({ title: messages.picturesLeftOut(pictures), description: messages.addPictures });
        return false;
      },
      attributes: {
        id,
        class: "prose",
        role: "textbox",
        "aria-multiline": "true",
        "aria-label": label,
        ...(error && { "aria-invalid": "true", "aria-describedby": `${id}-error` }),
      },
    },
    // Cursor at the end: the toolbar inserts there before the first click, not above the text.
    onCreate: ({ editor: { state, view } }) => view.dispatch(state.tr.setSelection(Selection.atEnd(state.doc))),
    onUpdate: ({ editor }) => onChange(toRichText(editor.getJSON())),
  });
  const dialogProps = editor && { editor, onClose: () => setDialog(undefined) };
  return (
    <div className="text-editor">
      <Toolbar editor={editor} controls={id} onDialog={setDialog} />
      <EditorContent editor={editor} className="editor-sheet" />
      {error && (
        <p className="field-error" id={`${id}-error`}>
          <CircleAlert />
          {error}
        </p>
      )}
      {dialogProps && dialog === "link" && <LinkDialog {...dialogProps} />}
      {dialogProps && dialog === "picture" && <PictureDialog {...dialogProps} upload={upload} />}
      {dialogProps && dialog === "figure" && <FigureDialog {...dialogProps} />}
      {dialogProps && dialog === "value" && <ValueDialog {...dialogProps} values={values} />}
    </div>
  );
}

/** For the selected words, the link around the cursor or, where there is neither, words of its own. */
function LinkDialog({ editor, onClose }: EditorDialogProps) {
  const isLink = editor.isActive("link");
  const needsWords = editor.state.selection.empty && !isLink;
  const [href, setHref] = useState<string>(editor.getAttributes("link").href ?? "");
  const [words, setWords] = useState("");
  const [isTried, setIsTried] = useState(false);
  const address = href.trim();
  const hasWords = !needsWords || words.trim() !== "";

  const save = () => {
    setIsTried(true);
    if (!isLinkAddress(address) || !hasWords) return;
    onClose();
    const chain = editor.chain().focus();
    const mark = { type: "link", attrs: { href: address } };
    if (needsWords) chain.insertContent({ type: "text", text: words.trim(), marks: [mark] }).run();
    else chain.extendMarkRange("link").setLink({ href: address }).run();
  };
  const remove = () => {
    onClose();
    editor.chain().focus().extendMarkRange("link").unsetLink().run();
  };
  return (
    <EditorDialog
      title="Link"
      saveLabel="Set link"
      onSave={save}
      onClose={onClose}
      action={
        isLink && (
          <Button variant="danger" onClick={remove}>
            Remove link
          </Button>
        )
      }
    >
      {needsWords && (
        <Field label="Words" error={isTried && !hasWords ? "Please write the words that lead there." : undefined}>
          <Input value={words} onChange={(event) => setWords(event.target.value)} />
        </Field>
      )}
      <Field
        label="Address"
        hint="https://, mailto:, or a page of this site such as /membership"
        error={isTried && !isLinkAddress(address) ? capitalised(richTextMessages.link) : undefined}
      >
        <Input
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          value={href}
          onChange={(event) => setHref(event.target.value)}
        />
      </Field>
    </EditorDialog>
  );
}

const capitalised = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

function FigureDialog({ editor, onClose }: EditorDialogProps) {
  const [name, setName] = useState<FigureName>(editor.getAttributes("figure").name ?? figureNames[0]);
  const save = () => {
    onClose();
    editor.chain().focus().insertContent({ type: "figure", attrs: { name } }).run();
  };
  return (
    <EditorDialog title="Figure" saveLabel="Insert figure" onSave={save} onClose={onClose}>
      <Field label="Built-in figure">
        <Select value={name} onChange={(event) => setName(event.target.value as FigureName)}>
          {figureNames.map((each) => (
            <option key={each} value={each}>
              {figures[each].title}
            </option>
          ))}
        </Select>
      </Field>
      <div className="prose">
        <BarFigure figure={figures[name]} />
      </div>
    </EditorDialog>
  );
}

interface ValueDialogProps extends EditorDialogProps {
  values: RichTextValues;
}

function ValueDialog({ editor, onClose, values }: ValueDialogProps) {
  const [name, setName] = useState<RichTextValueName>(richTextValueNames[0]);
  const save = () => {
    onClose();
    editor.chain().focus().insertContent({ type: "value", attrs: { name } }).run();
  };
  return (
    <EditorDialog title="Value" saveLabel="Insert value" onSave={save} onClose={onClose}>
      <Field label="Shown as it is in Settings on the day it is read" hint={inRunningText(values[name])}>
        <Select value={name} onChange={(event) => setName(event.target.value as RichTextValueName)}>
          {richTextValueNames.map((each) => (
            <option key={each} value={each}>
              {valueLabels[each]}
            </option>
          ))}
        </Select>
      </Field>
    </EditorDialog>
  );
}

/** The editor needs a block for its cursor. */
const emptyText = { type: "doc", content: [{ type: "paragraph" }] };

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

interface ToolbarProps {
  editor: Editor | null;
  controls: string;
  onDialog: (name: DialogName) => void;
}

/** One stop for Tab; arrow keys, Home and End move inside, as in any toolbar. */
function Toolbar({ editor, controls, onDialog }: ToolbarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState("");
  const [isShowingMore, setShowingMore] = useState(false);
  const state = useEditorState({ editor, selector: ({ editor }) => toolState(editor) });
  const groups: ToolGroup[] = editor ? [...contextGroups(editor)] : [];
  const shown = [...tools, ...(isShowingMore ? moreTools : []), ...groups.flatMap((group) => group.tools)];
  const isShown = current === moreName || shown.some(({ name }) => name === current);
  const stop = isShown ? current : shown[0]?.name;
  const isMoreOn = moreTools.some(({ name }) => state?.on.includes(name));

  const move = (event: KeyboardEvent) => {
    const buttons = [...(bar.current?.querySelectorAll("button") ?? [])];
    const place = buttons.indexOf(event.target as HTMLButtonElement);
    const to = { ArrowRight: place + 1, ArrowLeft: place - 1, Home: 0, End: -1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    buttons.at(to % buttons.length)?.focus();
  };
  const press = (tool: ToolOrDialog) => {
    if (!editor) return;
    if ("dialog" in tool) onDialog(tool.dialog);
    else tool.run(editor);
  };
  const button = (tool: ToolOrDialog, label: string = messages.tools[tool.name]) => (
    <button
      key={tool.name}
      type="button"
      className="editor-tool"
      tabIndex={tool.name === stop ? 0 : -1}
      aria-label={label === messages.tools[tool.name] ? undefined : label}
      aria-pressed={tool.isOn && !("dialog" in tool) ? state?.on.includes(tool.name) === true : undefined}
      aria-haspopup={"dialog" in tool ? "dialog" : undefined}
      data-on={state?.on.includes(tool.name) || undefined}
      aria-disabled={state?.off.includes(tool.name) || undefined}
      onFocus={() => setCurrent(tool.name)}
      onMouseDown={keepSelection}
      onClick={() => press(tool)}
    >
      {messages.tools[tool.name]}
    </button>
  );
  return (
    <div className="editor-tools" role="toolbar" aria-label="Text" aria-controls={controls} ref={bar} onKeyDown={move}>
      <div className="editor-tool-row">
        {tools.map((tool) => button(tool))}
        <button
          type="button"
          className="editor-tool"
          tabIndex={stop === moreName ? 0 : -1}
          aria-expanded={isShowingMore}
          data-on={(isMoreOn && !isShowingMore) || undefined}
          onFocus={() => setCurrent(moreName)}
          onMouseDown={keepSelection}
          onClick={() => setShowingMore(!isShowingMore)}
        >
          More
        </button>
      </div>
      {isShowingMore && <div className="editor-tool-row">{moreTools.map((tool) => button(tool))}</div>}
      {groups.length > 0 && (
        <div className="editor-tool-row">
          {groups.map(({ name, tools }) => (
            <div key={name} className="editor-tool-group">
              <span>{messages.groups[name]}</span>
              {tools.map((tool) => button(tool, `${messages.groups[name]}: ${messages.tools[tool.name]}`))}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

const moreName = "more";

/** Of the text, which a press would take the focus from. */
const keepSelection = (event: { preventDefault: () => void }) => event.preventDefault();

function toolState(editor: Editor | null) {
  if (!editor) return null;
  const groups = contextGroups(editor);
  const every = [...tools, ...moreTools, ...groups.flatMap((group) => group.tools)];
  const on = every.filter(({ isOn }) => isOn?.(editor)).map(({ name }) => name);
  const off = [...(editor.can().undo() ? [] : ["undo"]), ...(editor.can().redo() ? [] : ["redo"])];
  return { on, off, context: groups.map(({ name }) => name) };
}

interface Pasted {
  html: string;
  /** How many pictures are in it, which the schema drops. */
  pictures: number;
}

/** Before the schema drops what it does not know: headings of other levels, and the lists that Word writes as paragraphs. */
export function cleanPastedHtml(pasted: string): Pasted {
  const { body } = new DOMParser().parseFromString(pasted, "text/html");
  for (const part of body.querySelectorAll("style, script, meta, title, link, xml")) part.remove();
  for (const heading of body.querySelectorAll("h1")) rename(heading, "h2");
  for (const heading of body.querySelectorAll("h4, h5, h6")) rename(heading, "h3");
  cleanTexts(body);
  readOnlineLists(body);
  readWordLists(body);
  keepListNumbers(body);
  flattenCells(body);
  fillRows(body);
  const pictures = [...body.querySelectorAll("img")].filter((image) => !image.closest("figure[data-file]"));
  return { html: body.innerHTML, pictures: pictures.length };
}

function rename(element: Element, tag: string): void {
  const renamed = element.ownerDocument.createElement(tag);
  renamed.append(...element.childNodes);
  element.replaceWith(renamed);
}

function cleanTexts(node: Node): void {
  for (const child of [...node.childNodes]) {
    if (child.nodeType !== Node.TEXT_NODE) {
      cleanTexts(child);
      continue;
    }
    const document = child.ownerDocument as Document;
    const lines = clean(child.textContent ?? "");
    const parts = lines.flatMap((line, index) => (index > 0 ? [document.createElement("br"), line] : [line]));
    (child as Text).replaceWith(...parts);
  }
}

const blocks = "p, div, ul, ol, li, h1, h2, h3, h4, h5, h6, blockquote, pre, table, thead, tbody, tfoot, tr, td, th";

/** A cell has one paragraph: several of them, or a list, become lines of it. */
function flattenCells(body: HTMLElement): void {
  for (const cell of body.querySelectorAll("td, th")) {
    // A table inside of a cell has become lines of that one.
    if (!body.contains(cell) || !cell.querySelector(blocks)) continue;
    const paragraph = cell.ownerDocument.createElement("p");
    for (const line of linesOf(cell).filter(hasWords)) {
      if (paragraph.hasChildNodes()) paragraph.append(cell.ownerDocument.createElement("br"));
      paragraph.append(...line);
    }
    cell.replaceChildren(paragraph);
  }
}

/** A cell that goes over several columns or rows stands in the first, beside empty ones: each row of ours has as many cells. */
function fillRows(body: HTMLElement): void {
  for (const table of body.querySelectorAll("table")) {
    const rows = [...table.querySelectorAll("tr")];
    const cells: Element[][] = rows.map(() => []);
    for (const [place, row] of rows.entries()) for (const cell of [...row.children]) placeCell(cells, place, cell);
    const width = Math.max(0, ...cells.map(({ length }) => length));
    for (const [place, row] of rows.entries())
      row.replaceChildren(...Array.from({ length: width }, (_, column) => cells[place]?.[column] ?? emptyCell(row)));
  }
}

function placeCell(cells: Element[][], place: number, cell: Element): void {
  const row = cells[place] ?? [];
  let column = 0;
  while (row[column]) column += 1;
  const spanOf = (name: string) => Math.min(Math.max(Math.trunc(Number(cell.getAttribute(name))) || 1, 1), 50);
  const [columns, below] = [spanOf("colspan"), spanOf("rowspan")];
  cell.removeAttribute("colspan");
  cell.removeAttribute("rowspan");
  for (const covered of cells.slice(place, place + below))
    for (let next = column; next < column + columns; next += 1) covered[next] ??= emptyCell(cell);
  row[column] = cell;
}

function emptyCell(beside: Element): Element {
  return beside.ownerDocument.createElement(beside.localName === "th" ? "th" : "td");
}

function linesOf(element: Element): Node[][] {
  const lines: Node[][] = [[]];
  for (const child of [...element.childNodes]) {
    if (!(child instanceof Element)) lines.at(-1)?.push(child);
    else if (child.localName === "br") lines.push([]);
    else if (child.matches(blocks) || child.querySelector(blocks)) lines.push(...linesOf(child), []);
    else lines.at(-1)?.push(child);
  }
  if (element.localName === "li" && element.parentElement?.localName === "ol") {
    const number = [...element.parentElement.children].indexOf(element) + 1;
    lines.find(hasWords)?.unshift(element.ownerDocument.createTextNode(`${number}. `));
  }
  return lines;
}

const hasWords = (line: readonly Node[]): boolean => line.some(({ textContent }) => textContent?.trim());

/**
 * Parted at the line separators of PDFs and word processors, and without the invisible characters that no text may have.
 * Ordinary line feeds stay.
 */
const clean = (text: string): string[] =>
  text
    .split(/[\u2028\u2029\v\f]/)
    .map((line) => line.toWellFormed().replace(/\p{Bidi_Control}|(?![\t\r\n])\p{Cc}/gu, ""));

export const cleanPastedText = (text: string): string => clean(text).join("\n");
