import { useId, useRef, useState } from "react";
import { pictureMessages, pictureTypes } from "#shared/pictures/picture-rules.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Button } from "#web/ui/button.tsx";
import { FileDrop } from "#web/ui/file-drop.tsx";
import { CircleAlert } from "#web/ui/icons.generated.ts";
import type { PictureUpload } from "./use-picture-upload.ts";

interface PictureChooserProps {
  /** Source of the initials. */
  name: string;
  imageUrl: string | null;
  isUploaded: boolean;
  upload: PictureUpload;
  /** Upload error. */
  error: string | undefined;
  onRemove: () => void;
}

export function PictureChooser(props: PictureChooserProps) {
  const { name, imageUrl, isUploaded, upload, onRemove } = props;
  const error = upload.error ?? props.error;
  const noteId = useId();
  const buttons = useRef<HTMLDivElement>(null);
  const [isRemoved, setIsRemoved] = useState(false);

  const start = (file: File) => {
    setIsRemoved(false);
    void upload.start(file);
  };
  const remove = () => {
    setIsRemoved(true);
    onRemove();
    // The focused button unmounts.
    buttons.current?.querySelector("button")?.focus();
  };
  const news = isRemoved ? pictureMessages.removed : isUploaded && pictureMessages.uploaded;

  return (
    <FileDrop accept={pictureTypes.join(",")} isDisabled={upload.isUploading} onFile={start}>
      {(choose) => (
        <>
          <Avatar name={name} imageUrl={imageUrl} size="large" />
          <div className="grid min-w-0 gap-2">
            <div className="button-row" ref={buttons}>
              <Button
                variant="outline"
                isSmall
                onClick={choose}
                data-invalid={props.error}
                busyLabel={upload.isUploading && pictureMessages.uploading(upload.percent)}
                aria-describedby={noteId}
              >
                {imageUrl ? pictureMessages.replace : pictureMessages.upload}
              </Button>
              {imageUrl && !upload.isUploading && (
                <Button variant="ghost" isSmall onClick={remove}>
                  {pictureMessages.remove}
                </Button>
              )}
            </div>
            <p className={error ? "field-error" : "field-hint"} id={noteId} role={error ? "alert" : undefined}>
              {error && <CircleAlert />}
              {error ?? pictureMessages.hint}
            </p>
            <span className="sr-only" role="status">
              {upload.isUploading ? pictureMessages.waitForUpload : news}
            </span>
          </div>
        </>
      )}
    </FileDrop>
  );
}
