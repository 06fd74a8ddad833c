import type { ReactNode } from "react";
import { Field } from "#web/ui/field.tsx";
import { NumberInput } from "#web/ui/number-input.tsx";
import { type NumberField, numberFields } from "./typed-numbers.ts";
import type { DealForm } from "./use-deal-entry.ts";

interface TypedNumberProps {
  form: DealForm;
  field: NumberField;
  label: string;
  children?: ReactNode;
}

/** Invalid text stays for correction, with the last valid result. */
export function TypedNumber({ form, field, label, children }: TypedNumberProps) {
  const input = (
    <NumberInput
      kind={numberFields[field].kind}
      value={form.texts[field]}
      onChange={(event) => form.type(field, event.target.value)}
      onBlur={() => form.tidy(field)}
    />
  );
  return (
    <Field label={label} hint={form.numbers[field].hint} error={form.errors[field]}>
      {children ? (
        <div className="calculator-multiple">
          {input}
          {children}
        </div>
      ) : (
        input
      )}
    </Field>
  );
}
