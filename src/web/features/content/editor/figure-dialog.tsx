import { useState } from "react";
import { editorMessages } from "#shared/content/rich-text-editor-messages.ts";
import { type FigureName, figureNames } from "#shared/content/rich-text-rules.ts";
import { Field } from "#web/ui/field.tsx";
import { BarFigure } from "#web/ui/rich-text/bar-figure.tsx";
import { figures } from "#web/ui/rich-text/figures.ts";
import { Select } from "#web/ui/select.tsx";
import { EditorDialog, type EditorDialogProps } from "./editor-dialog.tsx";

const messages = editorMessages.figure;

export function FigureDialog({ editor, onClose }: EditorDialogProps) {
  const [name, setName] = useState<FigureName>(editor.getAttributes("figure").name ?? figureNames[0]);
  const save = () => {
    onClose();
    editor.chain().focus().insertContent({ type: "figure", attrs: { name } }).run();
  };
  return (
    <EditorDialog title={messages.title} saveLabel={messages.save} onSave={save} onClose={onClose}>
      <Field label={messages.label}>
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
