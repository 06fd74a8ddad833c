import { useId, useState } from "react";
import { pictureTypes } from "#shared/picture-rules.ts";
import { editorMessages } from "#shared/rich-text-editor-messages.ts";
import { contentFilePath, richTextLimits as limits } from "#shared/rich-text-rules.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { FileDrop } from "#web/ui/file-drop.tsx";
import { CircleAlert } from "#web/ui/icons.generated.ts";
import { Input, Textarea } from "#web/ui/input.tsx";
import { EditorDialog, type EditorDialogProps } from "./editor-dialog.tsx";

const messages = editorMessages.picture;

interface PictureDialogProps extends EditorDialogProps {
  upload: (file: File) => Promise<string>;
}

/** Inserts a picture, or changes the selected one. */
export function PictureDialog({ editor, onClose, upload }: PictureDialogProps) {
  const noteId = useId();
  const selected = editor.isActive("image") ? editor.getAttributes("image") : {};
  const [fileId, setFileId] = useState<string | undefined>(selected.fileId);
  const [alt, setAlt] = useState<string>(selected.alt ?? "");
  const [caption, setCaption] = useState<string>(selected.caption ?? "");
  const [isUploading, setIsUploading] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [isTried, setIsTried] = useState(false);

  const choose = async (file: File) => {
    setFailure(undefined);
    setIsUploading(true);
    try {
      setFileId(await upload(file));
    } catch (error) {
      setFailure(error instanceof Error && error.message ? error.message : messages.failed);
    }
    setIsUploading(false);
  };
  const save = () => {
    setIsTried(true);
    if (!fileId || alt.trim() === "") return;
    onClose();
    const attrs = { fileId, alt: alt.trim(), caption: caption.trim() };
    editor.chain().focus().insertContent({ type: "image", attrs }).run();
  };
  const error = failure ?? (isTried && !fileId ? messages.needed : undefined);
  return (
    <EditorDialog title={messages.title} saveLabel={messages.save} onSave={save} onClose={onClose} isBusy={isUploading}>
      <FileDrop accept={pictureTypes.join(",")} isDisabled={isUploading} onFile={(file) => void choose(file)}>
        {(open) => (
          <div className="grid gap-2">
            {fileId && <img className="editor-preview" src={contentFilePath(fileId)} alt="" />}
            <div>
              <Button
                variant="outline"
                isSmall
                onClick={open}
                aria-describedby={noteId}
                busyLabel={isUploading && messages.uploading}
              >
                {fileId ? messages.replace : messages.choose}
              </Button>
            </div>
            <p className={error ? "field-error" : "sr-only"} id={noteId} role="status">
              {error && <CircleAlert />}
              {error ?? (fileId && messages.chosen)}
            </p>
          </div>
        )}
      </FileDrop>
      <Field label={messages.alt} error={isTried && alt.trim() === "" ? messages.altNeeded : undefined}>
        <Input maxLength={limits.altLength} value={alt} onChange={(event) => setAlt(event.target.value)} />
      </Field>
      <Field label={messages.caption} isOptional>
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
