import { Selection } from "@tiptap/pm/state";
import { EditorContent, useEditor } from "@tiptap/react";
import { useId, useState } from "react";
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
import { cleanPastedHtml } from "./clean-pasted-html.ts";
import { cleanPastedText } from "./clean-pasted-text.ts";
import { EditorDialog, type EditorDialogProps } from "./editor-dialog.tsx";
import { editorExtensions } from "./extensions.ts";
import { PictureDialog, type UploadedPicture } from "./picture-dialog.tsx";
import { toRichText } from "./to-rich-text.ts";
import { Toolbar } from "./toolbar.tsx";
import type { DialogName } from "./tools.ts";
import "#web/styles/editor.css";

export interface RichTextEditorProps {
  /** "Text of the article". */
  label: string;
  /** What it begins with. Another text needs another `key`. */
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
