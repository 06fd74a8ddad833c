import type { ContentItem } from "#shared/content/content.ts";
import { maximumLineLength, maximumTextLength } from "#shared/text-rules.ts";
import { FormField } from "#web/ui/form/form.tsx";
import { NumberField } from "#web/ui/form/number-field.tsx";
import type { ServerForm } from "#web/ui/form/use-server-form.ts";
import { Input, Textarea } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { AddressControl } from "./address-control.tsx";
import type { ContentField } from "./content-fields.ts";
import { PictureControl } from "./picture-control.tsx";
import { RecordsControl } from "./records-control.tsx";
import { TextControl } from "./text-control.tsx";
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

const inputTypes: Partial<Record<ContentField["kind"], { type: string; inputMode?: "url" }>> = {
  date: { type: "date" },
  time: { type: "time" },
  url: { type: "url", inputMode: "url" },
};
