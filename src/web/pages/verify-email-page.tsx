import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import type { EmailVerificationLink } from "#shared/account/account.ts";
import { emailVerificationMessages, mailLinkMessages } from "#shared/account/mail-link-messages.ts";
import { paths } from "#shared/paths.ts";
import { callApi } from "#web/lib/api.ts";
import { usePageMeta } from "#web/lib/page-meta.ts";
import { stateAfterVerification } from "#web/lib/redirect-target.ts";
import { signIn } from "#web/lib/session.ts";
import { useApiForm } from "#web/lib/use-api-form.ts";
import { Form, FormField, FormFields, SubmitButton } from "#web/ui/form/form.tsx";
import { InlineLink } from "#web/ui/link.tsx";
import { PasswordInput } from "#web/ui/password-input.tsx";
import { toastFailure } from "#web/ui/toast.ts";
import { AuthCard } from "./auth-card.tsx";
import { toastSignedIn } from "./login/sign-in-outcome.ts";
import { LinkInvalid } from "./mail-links/link-invalid.tsx";
import { isLinkInvalid, useLinkToken } from "./mail-links/link-token.ts";

export function VerifyEmailPage() {
  usePageMeta(emailVerificationMessages.title, "Verify the email address of your account.");
  const { token, forget } = useLinkToken(paths.verifyEmail);
  const navigate = useNavigate();
  const [isDone, setDone] = useState(false);
  /** The token whose link waits for the password, as far as the server could be asked. */
  const [waiting, setWaiting] = useState<string | null>(null);

  const isAsked = waiting !== null && (isDone || token === waiting);

  const finish = (email: string, verified: "1" | "before") => {
    setDone(true);
    forget();
    navigate(`${paths.login}?verified=${verified}`, { replace: true, state: stateAfterVerification(email) });
  };
  /** The password was right: it signs in, unless a second factor or the server asks for more. */
  const signInAfter = async (email: string, password: string) => {
    setDone(true);
    try {
      const outcome = await signIn(email, password);
      if (outcome !== "second-factor-needed") {
        toastSignedIn(outcome);
        forget();
        navigate(paths.members, { replace: true });
        return;
      }
    } catch {
      // The sign-in page tells what is missing.
    }
    finish(email, "1");
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for every token
  useEffect(() => {
    if (!token) return;
    callApi<EmailVerificationLink>("POST", "/auth/verify-email/read", { token }).then(
      ({ verified_email }) => (verified_email ? finish(verified_email, "before") : setWaiting(token)),
      (error) => (isLinkInvalid(error) ? forget() : setWaiting(token)),
    );
  }, [token]);

  return (
    <div className="auth-page">
      {token || isDone ? (
        <AuthCard
          title={emailVerificationMessages.title}
          lead={isAsked && "Enter the password that you chose when you registered. It signs you in too."}
        >
          {isAsked ? (
            <VerifyEmailForm token={token ?? ""} onDone={signInAfter} onLinkInvalid={forget} />
          ) : (
            <p className="muted" role="status">
              Reading the link...
            </p>
          )}
        </AuthCard>
      ) : (
        <LinkInvalid
          text={emailVerificationMessages.linkInvalid}
          to={paths.login}
          label={mailLinkMessages.backToLogin}
        />
      )}
    </div>
  );
}

interface VerifyEmailFormProps {
  token: string;
  onDone: (email: string, password: string) => Promise<void>;
  onLinkInvalid: () => void;
}

function VerifyEmailForm({ token, onDone, onLinkInvalid }: VerifyEmailFormProps) {
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
        You did not register, or you do not know the password?{" "}
        <InlineLink to={paths.forgotPassword}>Choose a new one</InlineLink>
      </p>
    </Form>
  );
}
