import { emailVerificationMessages } from "#shared/account/mail-link-messages.ts";
import { paths } from "#shared/paths.ts";
import { callApi } from "#web/lib/api.ts";
import { useApiForm } from "#web/lib/use-api-form.ts";
import { Form, FormField, FormFields, SubmitButton } from "#web/ui/form/form.tsx";
import { InlineLink } from "#web/ui/link.tsx";
import { PasswordInput } from "#web/ui/password-input.tsx";
import { toastFailure } from "#web/ui/toast.ts";
import { isLinkInvalid } from "./link-token.ts";

interface VerifyEmailFormProps {
  token: string;
  onDone: (email: string, password: string) => Promise<void>;
  onLinkInvalid: () => void;
}

export function VerifyEmailForm({ token, onDone, onLinkInvalid }: VerifyEmailFormProps) {
  const form = useApiForm<{ password: string }, { email: string }>({
    schema: () => import("#shared/account/account.ts").then(({ passwordOnlyInputSchema }) => passwordOnlyInputSchema),
    defaultValues: { password: "" },
    send: ({ password }) => callApi("POST", "/auth/verify-email", { token, password }),
    onSent: ({ email }, { password }) => onDone(email, password),
    onRefused: (error, isAtField) => {
      if (isLinkInvalid(error)) onLinkInvalid();
      else if (!isAtField) toastFailure("The email address was not verified", error);
    },
    fieldOfCode: { wrong_password: "password" },
    refusalFocus: "password",
  });
  return (
    <Form form={form}>
      <FormFields form={form}>
        <FormField form={form} name="password" label="Password">
          <PasswordInput autoComplete="current-password" required />
        </FormField>
      </FormFields>
      <SubmitButton form={form} isFull busyLabel="Verifying...">
        Verify email address
      </SubmitButton>
      <p className="note">
        {emailVerificationMessages.passwordUnknown} <InlineLink to={paths.forgotPassword}>Choose a new one</InlineLink>
      </p>
    </Form>
  );
}
