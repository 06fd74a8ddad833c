import { useState } from "react";
import { useNavigate } from "react-router";
import { recoveryMessages } from "#shared/account/mail-link-messages.ts";
import { minimumPasswordLength, weakPasswordMessage } from "#shared/account/password-rules.ts";
import { paths } from "#shared/paths.ts";
import { callApi } from "#web/lib/api.ts";
import { usePageMeta } from "#web/lib/page-meta.ts";
import { beginRecovery, currentSession, signOut } from "#web/lib/session.ts";
import { useApiForm } from "#web/lib/use-api-form.ts";
import { Form, FormField, FormFields, SubmitButton } from "#web/ui/form/form.tsx";
import { PasswordInput } from "#web/ui/password-input.tsx";
import { toast, toastFailure } from "#web/ui/toast.ts";
import { AuthCard } from "./auth-card.tsx";
import { LinkInvalid } from "./mail-links/link-invalid.tsx";
import { isLinkInvalid, useLinkToken } from "./mail-links/link-token.ts";

export function ResetPasswordPage() {
  usePageMeta(recoveryMessages.resetTitle, "Choose a new password for your account.");
  const { token, forget } = useLinkToken(paths.resetPassword, beginRecovery);
  const navigate = useNavigate();
  const [isDone, setDone] = useState(false);

  const finish = async () => {
    setDone(true);
    forget();
    // The server revoked all sessions, perhaps this one.
    if (currentSession().status === "signed-in") await signOut().catch(() => {});
    toast({ title: "Your password has changed", description: "Please sign in with the new one." });
    navigate(paths.login, { replace: true });
  };
  return (
    <div className="auth-page">
      {token || isDone ? (
        <AuthCard
          title={recoveryMessages.resetTitle}
          lead="It signs you out on all devices, removes your passkeys and disconnects Google, if that is connected. You can add them again."
        >
          <NewPasswordForm token={token ?? ""} onDone={finish} onLinkInvalid={forget} />
        </AuthCard>
      ) : (
        <LinkInvalid text={recoveryMessages.linkInvalid} to={paths.forgotPassword} label="Ask for a new link" />
      )}
    </div>
  );
}

interface NewPasswordFormProps {
  token: string;
  onDone: () => Promise<void>;
  onLinkInvalid: () => void;
}

function NewPasswordForm({ token, onDone, onLinkInvalid }: NewPasswordFormProps) {
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
