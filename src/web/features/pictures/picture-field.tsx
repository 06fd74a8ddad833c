import { useId, useState } from "react";
import { isPicturePath, pictureMessages } from "#shared/pictures/picture-rules.ts";
import type { ProfileInput } from "#shared/profiles/profiles.ts";
import { isWebUrl } from "#shared/text-rules.ts";
import { Field } from "#web/ui/field.tsx";
import type { ServerForm } from "#web/ui/form/use-server-form.ts";
import { Input } from "#web/ui/input.tsx";
import { PictureChooser } from "./picture-chooser.tsx";
import type { PictureUpload } from "./use-picture-upload.ts";

interface PictureFieldProps {
  form: ServerForm<ProfileInput>;
  upload: PictureUpload;
}

/** One value: an uploaded picture or a URL. */
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
