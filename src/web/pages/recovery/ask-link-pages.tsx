import { useState } from "react";
import { recoveryMessages } from "#shared/account/mail-link-messages.ts";
import { signInLinkMessages } from "#shared/account/sign-in-link-messages.ts";
import { usePageMeta } from "#web/lib/page-meta.ts";
import { AuthCard } from "#web/pages/auth-card.tsx";
import { LinkRequestForm, LinkSent } from "./link-request-form.tsx";

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
