import { lazy, Suspense, useEffect, useState } from "react";
import type { ContentItem } from "#shared/content/content.ts";
import { contentMessages as messages } from "#shared/content/content-messages.ts";
import type { RichTextDocument } from "#shared/content/rich-text.ts";
import { useRichTextValues } from "#web/lib/site-content.ts";
import type { ServerForm } from "#web/ui/form/use-server-form.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { ContentField } from "./content-fields.ts";
import { uploadContentFile } from "./upload-content-file.ts";
import type { Written } from "./use-content.ts";

const RichTextEditor = lazy(() =>
  import("./editor/rich-text-editor.tsx").then((file) => ({ default: file.RichTextEditor })),
);

interface TextControlProps {
  form: ServerForm<Written>;
  field: ContentField;
  item: ContentItem | null;
  onChange: (text: RichTextDocument) => void;
}

export function TextControl({ form, field: { name, label }, item, onChange }: TextControlProps) {
  const values = useRichTextValues();
  const [isReady, setReady] = useState(false);
  // A restored draft is in the form after its first effects, and the editor takes its text once.
  useEffect(() => setReady(true), []);
  const upload = async (file: File) => {
    if (!item) throw new Error(messages.saveFirst);
    const { id: fileId, width, height } = await uploadContentFile(item.id, file);
    return { fileId, width, height };
  };
  return (
    <div className="field">
      <p className="field-label" aria-hidden="true">
        {label}
      </p>
      <Suspense fallback={<Skeleton className="h-80" />}>
        {isReady && (
          <RichTextEditor
            label={label}
            value={form.getValues(name) as RichTextDocument}
            onChange={onChange}
            upload={upload}
            values={values}
            error={form.getFieldState(name, form.formState).error?.message}
          />
        )}
      </Suspense>
    </div>
  );
}
