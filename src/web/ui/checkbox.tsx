import { type ComponentProps, type ReactNode, useId } from "react";
import { Check, CircleAlert } from "./icons.generated.ts";

interface CheckboxProps extends Omit<ComponentProps<"input">, "type"> {
  label: ReactNode;
}

export function Checkbox({ label, className = "", ...rest }: CheckboxProps) {
  return (
    <label className={`check ${className}`}>
      <span className="check-box">
        <input type="checkbox" {...rest} />
        <Check />
      </span>
      <span>{label}</span>
    </label>
  );
}

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
