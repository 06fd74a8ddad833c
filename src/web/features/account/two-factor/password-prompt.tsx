import { passwordOnlyInputSchema } from "#shared/account/account.ts";
import { AccountForm, UsernameField, useAccountForm } from "#web/lib/account-form.tsx";
import { FormField } from "#web/ui/form/form.tsx";
import { Input } from "#web/ui/input.tsx";

interface PasswordPromptProps<Answer> {
  label: string;
  text?: string;
  email: string;
  submitLabel: string;
  busyLabel: string;
  variant?: "secondary" | "danger";
  /** Rejects with the server's error. */
  send: (input: { password: string }) => Promise<Answer>;
  onSent: (answer: Answer) => unknown;
  /** The form has it where a press opened it. */
  onCancel?: () => void;
}

/** Confirms the password before a sensitive action; takes the focus if it was opened for that. */
export function PasswordPrompt<Answer>({ text, email, send, onSent, ...rest }: PasswordPromptProps<Answer>) {
  const form = useAccountForm<{ password: string }, Answer>({
    schema: passwordOnlyInputSchema,
    defaultValues: { password: "" },
    send,
    onSent,
    fieldOfCode: { wrong_password: "password" },
    firstFocus: rest.onCancel && "password",
  });
  return (
    <AccountForm {...rest} form={form}>
      <UsernameField email={email} />
      {text && <p className="max-w-(--measure)">{text}</p>}
      <FormField form={form} name="password" label="Password">
        <Input type="password" autoComplete="current-password" required />
      </FormField>
    </AccountForm>
  );
}
