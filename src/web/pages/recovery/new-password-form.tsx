import { minimumPasswordLength, weakPasswordMessage } from "#shared/account/password-rules.ts";
import { callApi } from "#web/lib/api.ts";
import { useApiForm } from "#web/lib/use-api-form.ts";
import { Form, FormField, FormFields, SubmitButton } from "#web/ui/form/form.tsx";
import { PasswordInput } from "#web/ui/password-input.tsx";
import { toastFailure } from "#web/ui/toast.ts";
import { isLinkInvalid } from "../mail-links/link-token.ts";

interface NewPasswordFormProps {
  token: string;
  onDone: () => Promise<void>;
  onLinkInvalid: () => void;
}

export function NewPasswordForm({ token, onDone, onLinkInvalid }: NewPasswordFormProps) {
  const form = useApiForm({
    schema: () =>
      import("#shared/account/account.ts").then(({ passwordResetInputSchema }) =>
        passwordResetInputSchema.omit({ token: true }),
      ),
    defaultValues: { password: "" },
    send: ({ password }) => callApi("POST", "/auth/reset-password", { token, password }),
    onSent: onDone,
    onRefused: (error, isAtField) => {
      if (isLinkInvalid(error)) onLinkInvalid();
      else if (!isAtField) toastFailure("The password was not changed", error);
    },
    fieldOfCode: { weak_password: "password" },
    messageOf: weakPasswordMessage,
    refusalFocus: "password",
  });
  return (
    <Form form={form}>
      <FormFields form={form}>
        <FormField
          form={form}
          name="password"
          label="New password"
          hint={`At least ${minimumPasswordLength} characters`}
        >
          <PasswordInput autoComplete="new-password" required minLength={minimumPasswordLength} />
        </FormField>
      </FormFields>
      <SubmitButton form={form} isFull busyLabel="Saving...">
        Save the password
      </SubmitButton>
    </Form>
  );
}
