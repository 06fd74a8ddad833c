import { installMessages as messages } from "#shared/statements/statement-form-messages.ts";
import type { StatementFormInput } from "#shared/statements/statements.ts";
import { Field } from "#web/ui/field.tsx";
import type { ServerForm } from "#web/ui/form/use-server-form.ts";
import { Input } from "#web/ui/input.tsx";

/** Empty is null: until another version follows. */
export function LastDay({ form }: { form: ServerForm<StatementFormInput> }) {
  const error = form.formState.errors.valid_until?.message;
  return (
    <Field label={messages.validUntil} isOptional hint={messages.lastDayHint} error={error}>
      <Input
        type="date"
        name="valid_until"
        value={form.watch("valid_until") ?? ""}
        onChange={(event) => form.change("valid_until", event.target.value || null)}
      />
    </Field>
  );
}
