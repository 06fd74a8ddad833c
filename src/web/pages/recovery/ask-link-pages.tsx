import { useEffect, useState } from "react";
import { mailLinkMessages, recoveryMessages } from "#shared/account/mail-link-messages.ts";
import { signInLinkMessages } from "#shared/account/sign-in-link-messages.ts";
import { paths } from "#shared/paths.ts";
import { callApi } from "#web/lib/api.ts";
import { usePageMeta } from "#web/lib/page-meta.ts";
import { useApiForm } from "#web/lib/use-api-form.ts";
import { AuthCard } from "#web/pages/auth-card.tsx";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Form, FormField, FormFields, SubmitButton } from "#web/ui/form/form.tsx";
import { Input } from "#web/ui/input.tsx";
import { InlineLink, LinkButton } from "#web/ui/link.tsx";
import { focusPage } from "#web/ui/page-focus.ts";
import { toastFailure } from "#web/ui/toast.ts";

export function ForgotPasswordPage() {
  usePageMeta(recoveryMessages.forgotTitle, "Ask for a link to choose a new password.");
  const [email, setEmail] = useState<string | null>(null);
  return (
    <div className="auth-page">
      {email !== null ? (
        <LinkSent
          text="If there is an account with this email address, a link to choose a new password is on its way."
          email={email}
          onAnother={() => setEmail(null)}
        />
      ) : (
        <AuthCard title={recoveryMessages.forgotTitle} lead="Enter the email address of your account.">
          <LinkRequestForm path="/auth/request-password-reset" onSent={setEmail} />
        </AuthCard>
      )}
    </div>
  );
}

export function SignInLinkPage() {
  usePageMeta(signInLinkMessages.askTitle, "Ask for a link that signs you in.");
  const [email, setEmail] = useState<string | null>(null);
  return (
    <div className="auth-page">
      {email !== null ? (
        <LinkSent
          text="If there is an account with this email address, a link to sign in is on its way. It works for 15 minutes."
          email={email}
          onAnother={() => setEmail(null)}
        />
      ) : (
        <AuthCard
          title={signInLinkMessages.askTitle}
          lead="Enter the email address of your account. The link signs you in without your password."
        >
          <LinkRequestForm path="/auth/request-sign-in-link" onSent={setEmail} />
        </AuthCard>
      )}
    </div>
  );
}

interface LinkRequestFormProps {
  path: "/auth/request-password-reset" | "/auth/request-sign-in-link";
  onSent: (email: string) => void;
}

/** Does not reveal whether the account exists. */
function LinkRequestForm({ path, onSent }: LinkRequestFormProps) {
  const form = useApiForm({
    schema: () =>
      import("#shared/account/account.ts").then(({ passwordResetRequestSchema }) => passwordResetRequestSchema),
    defaultValues: { email: "" },
    send: (input) => callApi("POST", path, input),
    onSent: (_, { email }) => onSent(email),
    onRefused: (error) => toastFailure("The email was not sent", error),
    refusalFocus: "email",
  });
  return (
    <Form form={form}>
      <FormFields form={form}>
        <FormField form={form} name="email" label="Email">
          <Input type="email" autoComplete="email" required />
        </FormField>
      </FormFields>
      <SubmitButton form={form} isFull busyLabel="Sending...">
        Send the link
      </SubmitButton>
      <p className="note">
        <InlineLink to={paths.login}>{mailLinkMessages.backToLogin}</InlineLink>
      </p>
    </Form>
  );
}

interface LinkSentProps {
  text: string;
  email: string;
  onAnother: () => void;
}

/** Takes the focus from the form that it replaces. */
function LinkSent({ text, email, onAnother }: LinkSentProps) {
  useEffect(() => focusPage(), []);
  return (
    <div className="w-full max-w-[26.5rem]">
      <EmptyState
        isCard
        heading="h1"
        picture="submitted"
        title="Check your email"
        text={
          <>
            {text}
            <b className="mt-1.5 block wrap-anywhere font-semibold">{email}</b>
          </>
        }
        action={
          <>
            <LinkButton to={paths.login}>{mailLinkMessages.backToLogin}</LinkButton>
            <Button variant="ghost" isSmall onClick={onAnother}>
              Try another address
            </Button>
          </>
        }
      />
    </div>
  );
}
