import { type ReactNode, useId } from "react";
import type { FieldValues } from "react-hook-form";
import { Button, type ButtonProps } from "../button.tsx";
import { Dialog } from "../dialog.tsx";
import { Form, FormFields } from "./form.tsx";
import type { ServerForm } from "./use-server-form.ts";

interface FormDialogProps<Values extends FieldValues> {
  form: ServerForm<Values>;
  isOpen: boolean;
  onClose: () => void;
  title: string;
  text?: ReactNode;
  submitLabel: string;
  busyLabel: string;
  cancelLabel?: string | undefined;
  variant?: ButtonProps["variant"];
  className?: string;
  children: ReactNode;
}

/** A dialog that is one form: its fields, a button that sends them, and one that leaves. */
export function FormDialog<Values extends FieldValues>(props: FormDialogProps<Values>) {
  const {
    form,
    submitLabel,
    busyLabel,
    cancelLabel = "Cancel",
    variant,
    className = "mt-5 grid gap-4",
    children,
    ...dialog
  } = props;
  const formId = useId();
  const actions = (
    <>
      <Button variant="ghost" onClick={dialog.onClose}>
        {cancelLabel}
      </Button>
      <Button type="submit" form={formId} variant={variant} busyLabel={form.isBusy && busyLabel}>
        {submitLabel}
      </Button>
    </>
  );
  return (
    <Dialog {...dialog} actions={actions}>
      <Form form={form} id={formId} className={className}>
        <FormFields form={form}>{children}</FormFields>
      </Form>
    </Dialog>
  );
}
