import type { StatementFormInput } from "#shared/statements/statements.ts";
import { Field } from "#web/ui/field.tsx";
import type { ServerForm } from "#web/ui/form/use-server-form.ts";
import { Input } from "#web/ui/input.tsx";

/** Empty is null: until another version follows. */
export function LastDay({ form }: { form: ServerForm<StatementFormInput> }) {
  const error = form.formState.errors.valid_until?.message;
  return (
    <Field label="Last day" isOptional hint="Empty until another version follows." error={error}>
      <Input
        type="date"
        name="valid_until"
        value={form.watch("valid_until") ?? ""}
        onChange={(event) => form.change("valid_until", event.target.value || null)}
      />
    </Field>
  );
}
