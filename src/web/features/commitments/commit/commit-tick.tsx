import type { ReactNode } from "react";
import type { FieldValues, Path } from "react-hook-form";
import { CheckboxField } from "#web/ui/checkbox-field.tsx";
import type { ServerForm } from "#web/ui/form/use-server-form.ts";

interface CommitTickProps<Values extends FieldValues> {
  form: ServerForm<Values>;
  name: Path<Values>;
  label: ReactNode;
}

export function CommitTick<Values extends FieldValues>({ form, name, label }: CommitTickProps<Values>) {
  const { error } = form.getFieldState(name, form.formState);
  return <CheckboxField fieldClass="commit-tick" label={label} {...form.register(name)} error={error?.message} />;
}
