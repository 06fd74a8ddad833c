import type { ComponentProps, ReactNode } from "react";
import type { FieldValues, Path } from "react-hook-form";
import { type NumberKind, typedProblem } from "#shared/typed-numbers.ts";
import { Button, type ButtonProps } from "../button.tsx";
import { Field, type FieldProps } from "../field.tsx";
import { NumberInput } from "../number-input.tsx";
import type { ServerForm } from "./use-server-form.ts";

interface OfForm<Values extends FieldValues> {
  form: ServerForm<Values>;
}

interface FormProps<Values extends FieldValues> extends Omit<ComponentProps<"form">, "onSubmit">, OfForm<Values> {}

export function Form<Values extends FieldValues>({ form, className = "grid gap-5", ...rest }: FormProps<Values>) {
  const { submit, isBusy, element } = form;
  return (
    // Without scripts, POST keeps passwords out of the address.
    <form
      method="post"
      {...rest}
      ref={element}
      className={className}
      onSubmit={submit}
      noValidate
      aria-busy={isBusy || undefined}
    />
  );
}

interface FormFieldsProps<Values extends FieldValues> extends OfForm<Values> {
  isDisabled?: boolean;
  children: ReactNode;
}

/** Disabled while sending. It is a group for that alone, so it has no name. */
export function FormFields<Values extends FieldValues>({ form, isDisabled, children }: FormFieldsProps<Values>) {
  return (
    <fieldset role="presentation" className="contents" disabled={form.isSending || isDisabled}>
      {children}
    </fieldset>
  );
}

interface FormFieldProps<Values extends FieldValues> extends Omit<FieldProps, "error" | "registered">, OfForm<Values> {
  name: Path<Values>;
}

export function FormField<Values extends FieldValues>({ form, name, ...rest }: FormFieldProps<Values>) {
  const { error } = form.getFieldState(name, form.formState);
  return <Field {...rest} error={error?.message} registered={form.register(name)} />;
}

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

interface SubmitButtonProps<Values extends FieldValues> extends Omit<ButtonProps, "type" | "form">, OfForm<Values> {
  busyLabel: string;
  isBusy?: boolean;
}

export function SubmitButton<Values extends FieldValues>(props: SubmitButtonProps<Values>) {
  const { form, isBusy, busyLabel, ...rest } = props;
  return <Button {...rest} type="submit" busyLabel={(form.isBusy || isBusy) && busyLabel} />;
}
