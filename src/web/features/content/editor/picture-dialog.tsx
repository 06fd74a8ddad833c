import type { Editor } from "@tiptap/core";
import { type FormEvent, type ReactNode, useId, useState } from "react";
import { editorMessages } from "#shared/content/rich-text-editor-messages.ts";
import { contentFilePath, richTextLimits as limits } from "#shared/content/rich-text-rules.ts";
import { pictureTypes } from "#shared/pictures/picture-rules.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { FileDrop } from "#web/ui/file-drop.tsx";
import { CircleAlert } from "#web/ui/icons.generated.ts";
import { Input, Textarea } from "#web/ui/input.tsx";
import { shownSource } from "../held-files.ts";

const messages = editorMessages.picture;

export interface UploadedPicture {
  fileId: string;
  /** Pixels; null for one of before they were kept. */
  width: number | null;
  height: number | null;
}

interface PictureDialogProps extends EditorDialogProps {
  upload: (file: File) => Promise<UploadedPicture>;
}

/** Inserts a picture, or changes the selected one. */
export function PictureDialog({ editor, onClose, upload }: PictureDialogProps) {
  const noteId = useId();
  const selected = editor.isActive("image") ? editor.getAttributes("image") : {};
  const [picture, setPicture] = useState<UploadedPicture | undefined>(selected.fileId && pictureOf(selected));
  const [alt, setAlt] = useState<string>(selected.alt ?? "");
  const [caption, setCaption] = useState<string>(selected.caption ?? "");
  const [isUploading, setIsUploading] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [isTried, setIsTried] = useState(false);

  const choose = async (file: File) => {
    setFailure(undefined);
    setIsUploading(true);
    try {
      setPicture(await upload(file));
    } catch (error) {
      setFailure(
        error instanceof Error && error.message
          ? error.message
          : "The picture could not be uploaded. Please try again.",
      );
    }
    setIsUploading(false);
  };
  const save = () => {
    setIsTried(true);
    if (!picture || alt.trim() === "") return;
    onClose();
    const attrs = { ...picture, alt: alt.trim(), caption: caption.trim() };
    editor.chain().focus().insertContent({ type: "image", attrs }).run();
  };
  const error = failure ?? (isTried && !picture ? "Please choose a picture." : undefined);
  return (
    <EditorDialog title="Picture" saveLabel="Insert picture" onSave={save} onClose={onClose} isBusy={isUploading}>
      <FileDrop accept={pictureTypes.join(",")} isDisabled={isUploading} onFile={(file) => void choose(file)}>
        {(open) => (
          <div className="grid gap-2">
            {picture && <img className="editor-preview" src={shownSource(contentFilePath(picture.fileId))} alt="" />}
            <div>
              <Button
                variant="outline"
                isSmall
                onClick={open}
                aria-describedby={noteId}
                busyLabel={isUploading && messages.uploading}
              >
                {picture ? "Choose another one" : "Choose a picture"}
              </Button>
            </div>
            <p className={error ? "field-error" : "sr-only"} id={noteId} role="status">
              {error && <CircleAlert />}
              {error ?? (picture && "Picture chosen")}
            </p>
          </div>
        )}
      </FileDrop>
      <Field
        label="Words for those who do not see it"
        error={isTried && alt.trim() === "" ? "Please say what the picture shows." : undefined}
      >
        <Input maxLength={limits.altLength} value={alt} onChange={(event) => setAlt(event.target.value)} />
      </Field>
      <Field label="Caption" isOptional>
        <Textarea
          rows={2}
          maxLength={limits.captionLength}
          value={caption}
          onChange={(event) => setCaption(event.target.value.replace(/\s+/g, " "))}
        />
      </Field>
    </EditorDialog>
  );
}

const pictureOf = ({ fileId, width, height }: Record<string, unknown>) =>
  ({ fileId, width, height }) as UploadedPicture;

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
      <Button type="submit" form={form} busyLabel={isBusy && editorMessages.picture.uploading}>
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
