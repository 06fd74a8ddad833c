import { type ReactNode, useRef } from "react";
import type { FieldErrors, FieldValues, Path, UseFormReturn } from "react-hook-form";
import { Button } from "#web/ui/button.tsx";
import { useSectionFocus } from "./account-section.tsx";
import { type FieldOfCode, showRefusal } from "./show-refusal.ts";
import { useFieldFocus } from "./use-field-focus.ts";

interface AccountFormProps<Values extends FieldValues> {
  label: string;
  form: UseFormReturn<Values>;
  submitLabel: string;
  busyLabel: string;
  variant?: "pine" | "danger";
  /** Throws what the server says against it. */
  onSubmit: (values: Values) => Promise<void>;
  fieldOfCode?: FieldOfCode<Values>;
  /** Takes the focus when the form appears. */
  firstField?: Path<Values>;
  /** Given by a form that was opened and goes again; it closes it. */
  onCancel?: () => void;
  children: ReactNode;
}

/** What was typed stays until it has been taken. */
export function AccountForm<Values extends FieldValues>(props: AccountFormProps<Values>) {
  const { label, form, submitLabel, busyLabel, variant, onSubmit, fieldOfCode, firstField, onCancel, children } = props;
  const { isSubmitting } = form.formState;
  const element = useRef<HTMLFormElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const focusSection = useSectionFocus();
  const focusField = useFieldFocus(element, isSubmitting, firstField);

  const submit = async (values: Values) => {
    const { current } = element;
    focusField(undefined);
    try {
      await onSubmit(values);
      if (onCancel) focusSection(current);
    } catch (error) {
      focusField(showRefusal(form, error, fieldOfCode));
    }
    // The field that held the focus may have lost it by being disabled.
    if (document.activeElement === document.body) button.current?.focus();
  };
  const showFaults = (errors: FieldErrors<Values>) => focusField(Object.keys(errors)[0]);
  const cancel = () => {
    onCancel?.();
    focusSection(element.current);
  };
  return (
    <form
      ref={element}
      className="grid max-w-[28rem] gap-5"
      aria-label={label}
      onSubmit={form.handleSubmit(submit, showFaults)}
      noValidate
    >
      <fieldset className="contents" disabled={isSubmitting}>
        {children}
      </fieldset>
      <div className="button-row">
        <Button type="submit" variant={variant ?? "pine"} busyLabel={isSubmitting && busyLabel} ref={button}>
          {submitLabel}
        </Button>
        {onCancel && !isSubmitting && (
          <Button variant="quiet" onClick={cancel}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  );
}
