import { useId, useRef, useState } from "react";
import { isPicturePath, pictureMessages, pictureTypes } from "#shared/pictures/picture-rules.ts";
import type { ProfileInput } from "#shared/profiles/profiles.ts";
import { isWebUrl } from "#shared/text-rules.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { FileDrop } from "#web/ui/file-drop.tsx";
import type { ServerForm } from "#web/ui/form/use-server-form.ts";
import { CircleAlert } from "#web/ui/icons.generated.ts";
import { Input } from "#web/ui/input.tsx";
import type { PictureUpload } from "./use-picture-upload.ts";

interface PictureFieldProps {
  form: ServerForm<ProfileInput>;
  upload: PictureUpload;
}

/** The field holds one value: an uploaded picture or a URL. */
export function PictureField({ form, upload }: PictureFieldProps) {
  const labelId = useId();
  const [isTyping, setIsTyping] = useState(false);
  const url = form.watch("profile_image_url") ?? "";
  const error = form.formState.errors.profile_image_url?.message;
  const isUploaded = isPicturePath(url);
  const isShowable = isUploaded || (isWebUrl(url) && !isTyping);
  const change = (next: string) => form.change("profile_image_url", next);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot be laid out like the other labels.
    <div role="group" aria-labelledby={labelId} className="grid gap-4">
      <div className="field">
        <p className="field-label" id={labelId}>
          {pictureMessages.label} <span className="optional">optional</span>
        </p>
        <PictureChooser
          name={form.watch("full_name")}
          imageUrl={isShowable ? url : null}
          isUploaded={isUploaded}
          isSaved={!form.formState.dirtyFields.profile_image_url}
          upload={upload}
          error={isUploaded ? error : undefined}
          onRemove={() => {
            upload.forgetError();
            change("");
          }}
        />
      </div>
      <Field
        label="Profile picture URL"
        isOptional
        hint={isUploaded ? pictureMessages.urlReplacesHint : pictureMessages.urlHint}
        error={isUploaded ? undefined : error}
        keepsHint
      >
        <Input
          type="url"
          inputMode="url"
          autoComplete="off"
          value={isUploaded ? "" : url}
          onFocus={() => setIsTyping(true)}
          onChange={(event) => change(event.target.value)}
          onBlur={() => setIsTyping(false)}
        />
      </Field>
    </div>
  );
}

interface PictureChooserProps {
  /** Source of the initials. */
  name: string;
  imageUrl: string | null;
  isUploaded: boolean;
  /** Nothing about it was changed since the form was saved. */
  isSaved: boolean;
  upload: PictureUpload;
  /** Upload error. */
  error: string | undefined;
  onRemove: () => void;
}

function PictureChooser(props: PictureChooserProps) {
  const { name, imageUrl, isUploaded, isSaved, upload, onRemove } = props;
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
  const news = !isSaved && (isRemoved ? pictureMessages.removed : isUploaded && pictureMessages.uploaded);

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
