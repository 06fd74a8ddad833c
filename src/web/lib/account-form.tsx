import { type ReactNode, useEffect, useState } from "react";
import type { FieldValues } from "react-hook-form";
import { useSectionFocus } from "#web/ui/account-section.tsx";
import { Button } from "#web/ui/button.tsx";
import { Form, FormFields, SubmitButton } from "#web/ui/form/form.tsx";
import type { ServerForm } from "#web/ui/form/use-server-form.ts";
import { toastFailure } from "./use-account.ts";
import { type ApiFormOptions, useApiForm } from "./use-api-form.ts";

/** A form of the account: an error is a toast unless a field shows it. */
export const useAccountForm = <Values extends FieldValues, Answer = unknown>(
  options: Omit<ApiFormOptions<Values, Answer>, "onRefused">,
) =>
  useApiForm({
    ...options,
    onRefused: (error, isAtField) => isAtField || toastFailure(error),
  });

interface AccountFormProps<Values extends FieldValues> {
  label: string;
  form: ServerForm<Values>;
  submitLabel: string;
  busyLabel: string;
  variant?: "secondary" | "danger";
  onCancel?: () => void;
  children: ReactNode;
}

export function AccountForm<Values extends FieldValues>(props: AccountFormProps<Values>) {
  const { label, form, submitLabel, busyLabel, variant = "secondary", onCancel, children } = props;
  const focusSection = useSectionFocus();
  useEffect(() => () => focusSection(null), [focusSection]);
  return (
    <Form form={form} className="grid max-w-[28rem] gap-5" aria-label={label}>
      <FormFields form={form}>{children}</FormFields>
      <div className="button-row">
        <SubmitButton form={form} variant={variant} busyLabel={busyLabel}>
          {submitLabel}
        </SubmitButton>
        {onCancel && !form.isBusy && (
          <Button variant="ghost" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </Form>
  );
}

/** Hidden; for password managers. */
export function UsernameField({ email }: { email: string }) {
  return <input type="email" autoComplete="username" value={email} readOnly hidden />;
}

interface OpenedFormProps {
  label: string;
  /** Where what is around it says what the label is about: only screen readers hear it, after the label. */
  what?: string;
  isSmall?: boolean;
  isOpenAtFirst?: boolean;
  children: (close: () => void) => ReactNode;
}

/** Closed by default: password managers would fill it. */
export function CollapsibleForm({ label, what, isSmall, isOpenAtFirst = false, children }: OpenedFormProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  if (isOpen) return children(() => setOpen(false));
  return (
    <div>
      <Button variant="outline" isSmall={isSmall} onClick={() => setOpen(true)}>
        {label}
        {what && <span className="sr-only"> {what}</span>}
      </Button>
    </div>
  );
}
