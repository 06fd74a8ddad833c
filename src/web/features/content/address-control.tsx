import type { ContentItem } from "#shared/content/content.ts";
import { FormField } from "#web/ui/form/form.tsx";
import type { ServerForm } from "#web/ui/form/use-server-form.ts";
import { Input } from "#web/ui/input.tsx";
import type { ContentField } from "./content-fields.ts";
import type { Written } from "./use-content.ts";

interface AddressControlProps {
  form: ServerForm<Written>;
  field: ContentField;
  item: ContentItem | null;
}

/** What was published once keeps its address. */
export function AddressControl({ form, field: { name, label, pathOf }, item }: AddressControlProps) {
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
