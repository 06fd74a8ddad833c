import { type ReactNode, useId } from "react";
import type { FieldValues, Path } from "react-hook-form";
import { Checkbox } from "#web/ui/checkbox.tsx";
import type { ServerForm } from "#web/ui/form/use-server-form.ts";
import { CircleAlert } from "#web/ui/icons.generated.ts";

interface CommitTickProps<Values extends FieldValues> {
  form: ServerForm<Values>;
  name: Path<Values>;
  label: ReactNode;
}

export function CommitTick<Values extends FieldValues>({ form, name, label }: CommitTickProps<Values>) {
  const id = useId();
  const { error } = form.getFieldState(name, form.formState);
  return (
    <div className="commit-tick">
      <Checkbox
        label={label}
        {...form.register(name)}
        aria-invalid={error ? true : undefined}
        aria-describedby={error && id}
      />
      {error && (
        <p className="field-error" id={id}>
          <CircleAlert />
          {error.message}
        </p>
      )}
    </div>
  );
}
