import { useId, useState } from "react";
import type { ContentFile, ContentItem } from "#shared/content/content.ts";
import { contentMessages as messages } from "#shared/content/content-messages.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { toastFailure } from "#web/ui/toast.ts";
import { uploadContentFile } from "./upload-content-file.ts";

interface UploadButtonProps {
  label: string;
  /** What only screen readers hear behind it. */
  labelEnd?: string;
  /** Media types. */
  accept: string;
  item: ContentItem | null;
  onUploaded: (file: ContentFile) => void;
}

export function UploadButton({ label, labelEnd, accept, item, onUploaded }: UploadButtonProps) {
  const id = useId();
  const [isUploading, setUploading] = useState(false);
  if (!item) return <p className="field-hint">{messages.saveFirst}</p>;
  const upload = async (input: HTMLInputElement) => {
    const [file] = input.files ?? [];
    if (!file) return;
    setUploading(true);
    try {
      onUploaded(await uploadContentFile(item.id, file));
    } catch (error) {
      toastFailure("Failed to upload the file.", error as Error);
    }
    input.value = "";
    setUploading(false);
  };
  return (
    <span className="inline-block">
      <input
        id={id}
        type="file"
        accept={accept}
        className="peer sr-only"
        disabled={isUploading}
        onChange={(event) => void upload(event.target)}
      />
      <label
        htmlFor={id}
        className={classNames(
          buttonClass({ variant: "outline", isSmall: true }),
          "peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2",
        )}
      >
        {isUploading ? "Uploading..." : label}
        {labelEnd && <span className="sr-only"> {labelEnd}</span>}
      </label>
    </span>
  );
}
