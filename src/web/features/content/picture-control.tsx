import type { ContentItem } from "#shared/content/content.ts";
import { pictureTypes } from "#shared/pictures/picture-rules.ts";
import { Button } from "#web/ui/button.tsx";
import type { ServerForm } from "#web/ui/form/use-server-form.ts";
import type { ContentField } from "./content-fields.ts";
import { UploadButton } from "./upload-button.tsx";
import type { Written } from "./use-content.ts";

interface PictureControlProps {
  form: ServerForm<Written>;
  field: ContentField;
  item: ContentItem | null;
  onChange: (path: string) => void;
}

export function PictureControl({ form, field, item, onChange }: PictureControlProps) {
  const path = String(form.watch(field.name) ?? "");
  return (
    <fieldset className="field">
      <legend className="field-label mb-1.5">
        {field.label} <span className="optional">optional</span>
      </legend>
      <div className="flex flex-wrap items-center gap-3">
        {path && <img src={path} alt="" className="h-10 w-auto max-w-full object-contain" />}
        <UploadButton
          label="Upload a picture"
          accept={pictureTypes.join()}
          item={item}
          onUploaded={({ url }) => onChange(url)}
        />
        {path && (
          <Button variant="ghost" isSmall onClick={() => onChange("")}>
            Remove the picture
          </Button>
        )}
      </div>
      <p className="field-hint">{field.hint}</p>
    </fieldset>
  );
}
