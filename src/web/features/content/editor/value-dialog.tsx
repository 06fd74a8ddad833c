import { useState } from "react";
import { editorMessages, valueLabels } from "#shared/content/rich-text-editor-messages.ts";
import { inRunningText } from "#shared/content/rich-text-outline.ts";
import { type RichTextValueName, type RichTextValues, richTextValueNames } from "#shared/content/rich-text-rules.ts";
import { Field } from "#web/ui/field.tsx";
import { Select } from "#web/ui/select.tsx";
import { EditorDialog, type EditorDialogProps } from "./editor-dialog.tsx";

const messages = editorMessages.value;

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
    <EditorDialog title={messages.title} saveLabel={messages.save} onSave={save} onClose={onClose}>
      <Field label={messages.label} hint={inRunningText(values[name])}>
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
