import type { ComponentProps, ReactNode } from "react";
import type { FieldValues, Path } from "react-hook-form";
import { Button, type ButtonProps } from "../button.tsx";
import { Field, type FieldProps } from "../field.tsx";
import type { ServerForm } from "./use-server-form.ts";

interface OfForm<Values extends FieldValues> {
  form: ServerForm<Values>;
}

interface FormProps<Values extends FieldValues> extends Omit<ComponentProps<"form">, "onSubmit">, OfForm<Values> {}

export function Form<Values extends FieldValues>({ form, className = "grid gap-5", ...rest }: FormProps<Values>) {
  const { submit, isBusy, element, prepare } = form;
  return (
    // Without scripts, POST keeps passwords out of the address.
    <form
      method="post"
      {...rest}
      ref={element}
      className={className}
      onSubmit={submit}
      onFocus={prepare}
      onPointerEnter={prepare}
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

export interface FormFieldProps<Values extends FieldValues>
  extends Omit<FieldProps, "error" | "registered">,
    OfForm<Values> {
  name: Path<Values>;
}

export function FormField<Values extends FieldValues>({ form, name, ...rest }: FormFieldProps<Values>) {
  const { error } = form.getFieldState(name, form.formState);
  return <Field {...rest} error={error?.message} registered={form.register(name)} />;
}

interface SubmitButtonProps<Values extends FieldValues> extends Omit<ButtonProps, "type" | "form">, OfForm<Values> {
  busyLabel: string;
  isBusy?: boolean;
}

export function SubmitButton<Values extends FieldValues>(props: SubmitButtonProps<Values>) {
  const { form, isBusy, busyLabel, ...rest } = props;
  return <Button {...rest} type="submit" busyLabel={(form.isBusy || isBusy) && busyLabel} />;
}
