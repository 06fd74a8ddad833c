import { useId, useState } from "react";
import { Controller, type UseFormReturn, useWatch } from "react-hook-form";
import { pictureMessages } from "#shared/picture-messages.ts";
import { isPicturePath } from "#shared/picture-path.ts";
import type { ProfileInput } from "#shared/profiles.ts";
import { isWebUrl } from "#shared/web-url.ts";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { PictureChooser } from "./picture-chooser.tsx";
import type { PictureUpload } from "./use-picture-upload.ts";

interface PictureFieldProps {
  form: UseFormReturn<ProfileInput>;
  upload: PictureUpload;
}

/** One value, given in one of two ways: an uploaded picture, or the address of one somewhere else. */
export function PictureField({ form, upload }: PictureFieldProps) {
  const labelId = useId();
  const [isTyping, setIsTyping] = useState(false);
  const fullName = useWatch({ control: form.control, name: "full_name" });
  return (
    <Controller
      control={form.control}
      name="profile_image_url"
      render={({ field: { value, onChange, onBlur, ref, name, disabled }, fieldState: { error } }) => {
        const url = value ?? "";
        const isUploaded = isPicturePath(url);
        const isShowable = isUploaded || (isWebUrl(url) && !isTyping);
        return (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot be laid out like the other labels.
          <div role="group" aria-labelledby={labelId} className="grid gap-4">
            <div className="field">
              <p className="field-label" id={labelId}>
                {pictureMessages.label} <span className="optional">optional</span>
              </p>
              <PictureChooser
                name={fullName}
                imageUrl={isShowable ? url : null}
                isUploaded={isUploaded}
                upload={upload}
                error={upload.error ?? (isUploaded ? error?.message : undefined)}
                onRemove={() => {
                  upload.forgetError();
                  onChange("");
                }}
                buttonRef={isUploaded ? ref : undefined}
              />
            </div>
            <Field
              label="Profile picture URL"
              isOptional
              hint={isUploaded ? pictureMessages.urlReplacesHint : pictureMessages.urlHint}
              error={isUploaded ? undefined : error?.message}
            >
              <Input
                type="url"
                inputMode="url"
                autoComplete="off"
                name={name}
                disabled={disabled}
                ref={isUploaded ? undefined : ref}
                value={isUploaded ? "" : url}
                onFocus={() => setIsTyping(true)}
                onChange={onChange}
                onBlur={() => {
                  setIsTyping(false);
                  onBlur();
                }}
              />
            </Field>
          </div>
        );
      }}
    />
  );
}
