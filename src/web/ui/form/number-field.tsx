import type { FieldValues } from "react-hook-form";
import { type NumberKind, typedProblem } from "#shared/typed-numbers.ts";
import { Field } from "../field.tsx";
import { NumberInput } from "../number-input.tsx";
import type { FormFieldProps } from "./form.tsx";

interface NumberFieldProps<Values extends FieldValues> extends Omit<FormFieldProps<Values>, "children"> {
  kind: NumberKind;
  controlClassName?: string;
}

/** The form is not sent while what is typed is no number of its kind; the field says so with an example. */
export function NumberField<Values extends FieldValues>(props: NumberFieldProps<Values>) {
  const { form, name, kind, controlClassName, ...rest } = props;
  const { error } = form.getFieldState(name, form.formState);
  // `useServerForm` calls it before the schema.
  const registered = form.register(name, { validate: (typed) => typedProblem(kind, String(typed ?? "")) });
  return (
    <Field {...rest} error={error?.message} registered={registered}>
      <NumberInput kind={kind} className={controlClassName} />
    </Field>
  );
}
