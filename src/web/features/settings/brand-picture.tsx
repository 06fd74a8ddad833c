import { useState } from "react";
import { useWatch } from "react-hook-form";
import { type BrandFileRole, brandFilePath, brandFileTypes } from "#shared/settings/brand-file-rules.ts";
import { hasSampleBrand } from "#shared/settings/sample-identity.ts";
import { type FormValues, nameOf, type SettingField } from "#shared/settings/setting-fields.ts";
import type { UploadedBrandFile } from "#shared/settings/settings.ts";
import { uploadFile } from "#web/lib/upload-file.ts";
import { useClub } from "#web/lib/use-club.ts";
import { Button } from "#web/ui/button.tsx";
import { FileDrop } from "#web/ui/file-drop.tsx";
import type { ServerForm } from "#web/ui/form/use-server-form.ts";
import { Mark } from "#web/ui/pictures/mark.tsx";

interface BrandPictureProps {
  form: ServerForm<FormValues>;
  field: SettingField & { role: BrandFileRole };
}

/** The club's logo or icon: uploaded at once, used once the setting is saved. */
export function BrandPicture({ form, field: { path, label, hint, role } }: BrandPictureProps) {
  const club = useClub();
  const name = nameOf({ path });
  const id = String(useWatch({ control: form.control, name }) ?? "");
  const { error } = form.getFieldState(name, form.formState);
  const [isSending, setSending] = useState(false);
  const upload = async (file: File) => {
    setSending(true);
    try {
      form.clearErrors(name);
      form.change(name, (await uploadBrandFile(role, file)).id);
    } catch (failure) {
      form.setError(name, { message: (failure as Error).message });
    }
    setSending(false);
  };
  const message = error?.message;
  return (
    <fieldset className="is-wide grid gap-2">
      <legend className="field-label mb-1.5">{label}</legend>
      <FileDrop accept={brandFileTypes.join()} isDisabled={isSending} onFile={(file) => void upload(file)}>
        {(choose) => (
          <div className="flex flex-wrap items-center gap-4">
            {id ? (
              <img className="logo-ground max-h-14 max-w-48" src={brandFilePath(id)} alt={`${label} as uploaded`} />
            ) : (
              <Mark size={40} isSample={hasSampleBrand(club)} />
            )}
            <div className="button-row" role="status">
              <Button variant="outline" isSmall onClick={choose} busyLabel={isSending && "Uploading..."}>
                Replace
                <span className="sr-only"> {label}</span>
              </Button>
              {id && (
                <Button variant="ghost" isSmall onClick={() => form.change(name, "")}>
                  Back to ours
                  <span className="sr-only"> for {label}</span>
                </Button>
              )}
            </div>
          </div>
        )}
      </FileDrop>
      <p className={message ? "field-error" : "field-hint"} role={message ? "alert" : undefined}>
        {message ?? hint}
      </p>
    </fieldset>
  );
}

/** The setting `brand` then takes its `id`. @throws ApiError, or NetworkError without an answer. */
const uploadBrandFile = (role: BrandFileRole, file: File): Promise<UploadedBrandFile> =>
  uploadFile(`/settings/brand/files?role=${role}`, file, {
    onProgress: () => {},
    signal: new AbortController().signal,
  });
