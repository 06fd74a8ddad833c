import { type FieldValues, type Path, type PathValue, useController } from "react-hook-form";
import { DateInput, type DateInputProps, partsOf, problemOf } from "../date-input.tsx";
import type { ServerForm } from "./use-server-form.ts";

interface DateFieldProps<Values extends FieldValues>
  extends Pick<DateInputProps, "label" | "hint" | "isOptional" | "hasTime" | "isBirth" | "className"> {
  form: ServerForm<Values>;
  name: Path<Values>;
}

/** The form is not sent while the boxes are no date; the field says what to do. */
export function DateField<Values extends FieldValues>({ form, name, ...rest }: DateFieldProps<Values>) {
  const { hasTime = false } = rest;
  const { field, fieldState } = useController({
    name,
    control: form.control,
    // `useServerForm` calls it before the schema.
    rules: { validate: (value) => problemOf(partsOf(value ?? "", hasTime), hasTime)?.message },
  });
  const { ref, value, onBlur } = field;
  const change = (next: string) => field.onChange(next as PathValue<Values, Path<Values>>);
  return (
    <DateInput
      {...rest}
      ref={ref}
      value={value ?? ""}
      onChange={change}
      onBlur={onBlur}
      error={fieldState.error?.message}
    />
  );
}
