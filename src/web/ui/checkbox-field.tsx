import { type ComponentProps, type ReactNode, useId } from "react";
import { Checkbox } from "./checkbox.tsx";
import { CircleAlert } from "./icons.generated.ts";

interface CheckboxFieldProps extends ComponentProps<typeof Checkbox> {
  hint?: ReactNode;
  /** Takes the hint's place. */
  error: string | undefined;
  fieldClass?: string;
}

/** A tick with the line below it, joined for assistive technology. */
export function CheckboxField({ hint, error, fieldClass = "field", ...rest }: CheckboxFieldProps) {
  const id = useId();
  const hasNote = Boolean(error || hint);
  return (
    <div className={fieldClass}>
      <Checkbox {...rest} aria-invalid={error ? true : undefined} aria-describedby={hasNote ? id : undefined} />
      {error ? (
        <p className="field-error" id={id}>
          <CircleAlert />
          {error}
        </p>
      ) : (
        hint && (
          <p className="field-hint" id={id}>
            {hint}
          </p>
        )
      )}
    </div>
  );
}
