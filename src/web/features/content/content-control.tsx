import { lazy, Suspense, useEffect, useState } from "react";
import type { ContentItem } from "#shared/content/content.ts";
import { contentMessages as messages } from "#shared/content/content-messages.ts";
import type { RichTextDocument } from "#shared/content/rich-text.ts";
import { pictureTypes } from "#shared/pictures/picture-rules.ts";
import { maximumLineLength, maximumTextLength } from "#shared/text-rules.ts";
import { useRichTextValues } from "#web/lib/site-content.ts";
import { Button } from "#web/ui/button.tsx";
import { FormField } from "#web/ui/form/form.tsx";
import { NumberField } from "#web/ui/form/number-field.tsx";
import type { ServerForm } from "#web/ui/form/use-server-form.ts";
import { Input, Textarea } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { ContentField } from "./content-fields.ts";
import { RecordsControl } from "./records-control.tsx";
import { UploadButton } from "./upload-button.tsx";
import { uploadContentFile } from "./upload-content-file.ts";
import type { Written } from "./use-content.ts";

export interface ContentControlProps {
  form: ServerForm<Written>;
  item: ContentItem | null;
  field: ContentField;
  /** Before a change that is no typing. */
  onEdit: () => void;
  /** Names the item. */
  isTitle?: boolean;
}

export function ContentControl({ form, item, field, onEdit, isTitle }: ContentControlProps) {
  const { name, kind, label, hint, isOptional, options } = field;
  const change = (value: unknown) => {
    onEdit();
    form.change(name, value);
  };
  if (kind === "updates" || kind === "documents") {
    return <RecordsControl form={form} field={field} item={item} onChange={change} />;
  }
  if (kind === "text") return <TextControl form={form} field={field} item={item} onChange={change} />;
  if (kind === "picture") return <PictureControl form={form} field={field} item={item} onChange={change} />;
  if (kind === "address") return <AddressControl form={form} field={field} item={item} />;
  const named = { form, name, label, hint, isOptional: isOptional ?? false };
  if (kind === "number") return <NumberField {...named} kind="count" />;
  if (kind === "choice") {
    return (
      <FormField {...named}>
        <Select>
          {options?.map((option) => (
            <option key={option} value={option}>
              {option.charAt(0).toUpperCase() + option.slice(1)}
            </option>
          ))}
        </Select>
      </FormField>
    );
  }
  if (kind === "paragraph") {
    return (
      <FormField {...named}>
        <Textarea className="field-sizing-content" minimumHeightPx={88} maxLength={maximumTextLength} />
      </FormField>
    );
  }
  return (
    <FormField {...named}>
      <Input
        {...inputTypes[kind]}
        className={isTitle ? "h-14! font-display text-d3! md:text-d2!" : ""}
        maxLength={kind === "line" ? maximumLineLength : undefined}
      />
    </FormField>
  );
}

const RichTextEditor = lazy(() =>
  import("./editor/rich-text-editor.tsx").then((file) => ({ default: file.RichTextEditor })),
);

interface TextControlProps {
  form: ServerForm<Written>;
  field: ContentField;
  item: ContentItem | null;
  onChange: (text: RichTextDocument) => void;
}

function TextControl({ form, field: { name, label }, item, onChange }: TextControlProps) {
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

interface PictureControlProps {
  form: ServerForm<Written>;
  field: ContentField;
  item: ContentItem | null;
  onChange: (path: string) => void;
}

function PictureControl({ form, field, item, onChange }: PictureControlProps) {
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

interface AddressControlProps {
  form: ServerForm<Written>;
  field: ContentField;
  item: ContentItem | null;
}

/** What was published once keeps its address. */
function AddressControl({ form, field: { name, label, pathOf }, item }: AddressControlProps) {
  const isFixed = Boolean(item?.first_published_at);
  const start = `${window.location.host}${pathOf?.("") ?? ""}`;
  const hint = isFixed
    ? `The end of ${start}… It stays, since others may link to it.`
    : `The end of ${start}… Left empty, it is made of the title.`;
  return (
    <FormField form={form} name={name} label={label} hint={hint} isOptional={!isFixed}>
      <Input
        readOnly={isFixed}
        className="read-only:bg-bone read-only:text-ink-2"
        autoCapitalize="none"
        spellCheck={false}
      />
    </FormField>
  );
}

const inputTypes: Partial<Record<ContentField["kind"], { type: string; inputMode?: "url" }>> = {
  date: { type: "date" },
  time: { type: "time" },
  url: { type: "url", inputMode: "url" },
};
