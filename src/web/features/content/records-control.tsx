import type { ContentItem } from "#shared/content/content.ts";
import { documentTypes, contentMessages as messages } from "#shared/content/content-messages.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import type { ServerForm } from "#web/ui/form/use-server-form.ts";
import { Input, Textarea } from "#web/ui/input.tsx";
import type { ContentField } from "./content-fields.ts";
import { UploadButton } from "./upload-button.tsx";
import type { Written } from "./use-content.ts";

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
export function RecordsControl({ form, field, item, onChange }: RecordsControlProps) {
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
            const given = {
              value: entry[name] ?? "",
              "aria-label": `${label} ${index + 1}`,
              onChange: (event: { target: { value: string } }) =>
                onChange(entries.with(index, { ...entry, [name]: event.target.value })),
            };
            return (
              <Field key={name} label={label} error={errors[index]?.[name]?.message}>
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
      {/* An empty entry would keep the draft from being saved, which comes before its file. */}
      {kind === "documents" && !item ? (
        <p className="field-hint">{messages.saveFirst}</p>
      ) : (
        <p>
          <Button variant="outline" isSmall onClick={() => onChange([fresh, ...entries])}>
            {messages.addEntry[kind]}
          </Button>
        </p>
      )}
    </fieldset>
  );
}
