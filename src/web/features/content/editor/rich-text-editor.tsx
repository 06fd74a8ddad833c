import { Selection } from "@tiptap/pm/state";
import { EditorContent, useEditor } from "@tiptap/react";
import { useId, useState } from "react";
import type { RichTextDocument } from "#shared/content/rich-text.ts";
import { editorMessages as messages } from "#shared/content/rich-text-editor-messages.ts";
import type { RichTextValues } from "#shared/content/rich-text-rules.ts";
import { CircleAlert } from "#web/ui/icons.generated.ts";
import { toast } from "#web/ui/toast.ts";
import { cleanPastedHtml } from "./clean-pasted-html.ts";
import { cleanPastedText } from "./clean-pasted-text.ts";
import { editorExtensions } from "./extensions.ts";
import { FigureDialog } from "./figure-dialog.tsx";
import { LinkDialog } from "./link-dialog.tsx";
import { PictureDialog, type UploadedPicture } from "./picture-dialog.tsx";
import { toRichText } from "./to-rich-text.ts";
import { Toolbar } from "./toolbar.tsx";
import type { DialogName } from "./tools.ts";
import { ValueDialog } from "./value-dialog.tsx";
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

/** The editor needs a block for its cursor. */
const emptyText = { type: "doc", content: [{ type: "paragraph" }] };
