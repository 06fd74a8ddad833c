import { useState } from "react";
import { type FigureName, figureNames } from "#shared/content/rich-text-rules.ts";
import { Field } from "#web/ui/field.tsx";
import { BarFigure } from "#web/ui/rich-text/bar-figure.tsx";
import { figures } from "#web/ui/rich-text/figures.ts";
import { Select } from "#web/ui/select.tsx";
import { EditorDialog, type EditorDialogProps } from "./editor-dialog.tsx";

export function FigureDialog({ editor, onClose }: EditorDialogProps) {
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
