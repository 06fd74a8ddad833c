import type { Editor } from "@tiptap/core";
import { type FormEvent, type ReactNode, useId } from "react";
import { editorMessages as messages } from "#shared/content/rich-text-editor-messages.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";

export interface EditorDialogProps {
  editor: Editor;
  onClose: () => void;
}

interface FormDialogProps {
  title: string;
  saveLabel: string;
  onSave: () => void;
  onClose: () => void;
  action?: ReactNode;
  isBusy?: boolean;
  children: ReactNode;
}

/** A dialog whose fields are sent with Enter, too. */
export function EditorDialog({ title, saveLabel, onSave, onClose, action, isBusy, children }: FormDialogProps) {
  const form = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The dialog is a child of the item's own form, for React.
    event.stopPropagation();
    if (!isBusy) onSave();
  };
  const actions = (
    <>
      {action}
      <Button variant="ghost" onClick={onClose}>
        Cancel
      </Button>
      <Button type="submit" form={form} busyLabel={isBusy && messages.picture.uploading}>
        {saveLabel}
      </Button>
    </>
  );
  return (
    <Dialog isOpen onClose={onClose} title={title} actions={actions}>
      <form id={form} className="mt-5 grid gap-5" onSubmit={submit} noValidate>
        {children}
      </form>
    </Dialog>
  );
}
