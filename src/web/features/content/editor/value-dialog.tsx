import { useState } from "react";
import { valueLabels } from "#shared/content/rich-text-editor-messages.ts";
import { inRunningText } from "#shared/content/rich-text-outline.ts";
import { type RichTextValueName, type RichTextValues, richTextValueNames } from "#shared/content/rich-text-rules.ts";
import { Field } from "#web/ui/field.tsx";
import { Select } from "#web/ui/select.tsx";
import { EditorDialog, type EditorDialogProps } from "./editor-dialog.tsx";

interface ValueDialogProps extends EditorDialogProps {
  values: RichTextValues;
}

export function ValueDialog({ editor, onClose, values }: ValueDialogProps) {
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
