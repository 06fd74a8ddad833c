import { lazy, Suspense, useEffect, useId, useState } from "react";
import type { ContentFile, ContentItem } from "#shared/content/content.ts";
import { documentTypes, contentMessages as messages } from "#shared/content/content-messages.ts";
import type { RichTextDocument } from "#shared/content/rich-text.ts";
import type { SitePageSlug } from "#shared/content/site-page-layouts.ts";
import { pictureTypes } from "#shared/pictures/picture-rules.ts";
import { maximumLineLength, maximumTextLength } from "#shared/text-rules.ts";
import { useRichTextValues } from "#web/lib/site-content.ts";
import { uploadFile } from "#web/lib/upload-file.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { DateInput } from "#web/ui/date-input.tsx";
import { Field } from "#web/ui/field.tsx";
import { DateField } from "#web/ui/form/date-field.tsx";
import { FormField } from "#web/ui/form/form.tsx";
import { NumberField } from "#web/ui/form/number-field.tsx";
import type { ServerForm } from "#web/ui/form/use-server-form.ts";
import { Input, Textarea } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { toastFailure } from "#web/ui/toast.ts";
import type { ContentField } from "./content-fields.ts";
import { chosenFileNames, holdFile, shownSource } from "./held-files.ts";
import { SitePageControl } from "./site-page-control.tsx";
import type { Written } from "./use-content.ts";

export interface ContentControlProps {
  form: ServerForm<Written>;
  item: ContentItem | null;
  field: ContentField;
  /** Runs before a change that is no typing. */
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
  if (kind === "sections") {
    return item && <SitePageControl form={form} slug={item.slug as SitePageSlug} onEdit={onEdit} />;
  }
  if (kind === "text") return <TextControl form={form} field={field} item={item} onChange={change} />;
  if (kind === "picture") return <PictureControl form={form} field={field} item={item} onChange={change} />;
  if (kind === "address") return <AddressControl form={form} field={field} item={item} />;
  const named = { form, name, label, hint, isOptional: isOptional ?? false };
  if (kind === "date") return <DateField {...named} />;
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
    const { id: fileId, width, height } = await takeFile(item, file);
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
        {path && <img src={shownSource(path)} alt="" className="h-10 w-auto max-w-full object-contain" />}
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

/** A text that was published once keeps its address. */
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
  time: { type: "time" },
  url: { type: "url", inputMode: "url" },
};

type Entry = Record<string, string>;

const parts = {
  updates: [
    { name: "date", label: "Date", type: "date" },
    { name: "title", label: "Title", type: "text" },
    { name: "text", label: "Text", type: "paragraph" },
  ],
  documents: [
    { name: "name", label: "Name", type: "text" },
    { name: "url", label: "Address", type: "text" },
  ],
} as const;

interface RecordsControlProps {
  form: ServerForm<Written>;
  field: ContentField;
  item: ContentItem | null;
  onChange: (entries: Entry[]) => void;
}

/** A list of small records inside an item, such as a company's updates. */
function RecordsControl({ form, field, item, onChange }: RecordsControlProps) {
  const kind = field.kind === "updates" ? "updates" : "documents";
  const entries = (form.watch(field.name) ?? []) as Entry[];
  const errors = (form.formState.errors[field.name] ?? []) as Record<string, { message?: string }>[];
  const fresh: Entry = Object.fromEntries(parts[kind].map(({ name }) => [name, ""]));
  const keyed = entries.map((entry, index) => ({ entry, index, key: `${index}` }));
  return (
    <fieldset className="grid gap-4">
      <legend className="field-label mb-2">{field.label}</legend>
      {keyed.map(({ entry, index, key }) => (
        <div key={key} className="card grid gap-4 p-5">
          {parts[kind].map(({ name, label, type }) => {
            const error = errors[index]?.[name]?.message;
            const value = entry[name] ?? "";
            const change = (next: string) => onChange(entries.with(index, { ...entry, [name]: next }));
            if (type === "date")
              return (
                <DateInput key={name} label={`${label} ${index + 1}`} value={value} onChange={change} error={error} />
              );
            const given = {
              value,
              "aria-label": `${label} ${index + 1}`,
              onChange: (event: { target: { value: string } }) => change(event.target.value),
            };
            return (
              <Field key={name} label={label} error={error}>
                {type === "paragraph" ? <Textarea {...given} minimumHeightPx={72} /> : <Input {...given} type={type} />}
              </Field>
            );
          })}
          <p className="flex flex-wrap gap-2">
            {kind === "documents" && (
              <UploadButton
                label="Upload a file"
                labelEnd={`${field.label} ${index + 1}`}
                accept={documentTypes.join()}
                item={item}
                onUploaded={({ name, url }) =>
                  onChange(entries.with(index, { ...entry, name: entry.name || name, url }))
                }
              />
            )}
            <Button variant="ghost" isSmall onClick={() => onChange(entries.toSpliced(index, 1))}>
              Remove
              <span className="sr-only">
                {" "}
                {field.label} {index + 1}
              </span>
            </Button>
          </p>
        </div>
      ))}
      {kind === "documents" && <p className="field-hint">PDF, CSV or text up to 20 MB, or the address of a page</p>}
      <p>
        <Button variant="outline" isSmall onClick={() => onChange([fresh, ...entries])}>
          {messages.addEntry[kind]}
        </Button>
      </p>
    </fieldset>
  );
}

interface UploadButtonProps {
  label: string;
  /** Screen readers alone hear this, behind the label. */
  labelEnd?: string;
  /** Media types. */
  accept: string;
  item: ContentItem | null;
  onUploaded: (file: ContentFile) => void;
}

function UploadButton({ label, labelEnd, accept, item, onUploaded }: UploadButtonProps) {
  const id = useId();
  const [isUploading, setUploading] = useState(false);
  const upload = async (input: HTMLInputElement) => {
    const [file] = input.files ?? [];
    if (!file) return;
    setUploading(true);
    try {
      onUploaded(await takeFile(item, file));
    } catch (error) {
      toastFailure(messages.uploadFailed, error as Error);
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

/** A file belongs to an item: before its first save the file is held here. */
const takeFile = (item: ContentItem | null, file: File): Promise<ContentFile> =>
  item ? uploadContentFile(item.id, file) : holdFile(file);

export const uploadContentFile = async (itemId: string, file: File): Promise<ContentFile> => {
  const query = new URLSearchParams({ content_id: itemId, name: file.name });
  const signal = new AbortController().signal;
  const uploaded: ContentFile = await uploadFile(`/files?${query}`, file, { onProgress: () => {}, signal });
  chosenFileNames.set(uploaded.id, uploaded.name);
  return uploaded;
};
