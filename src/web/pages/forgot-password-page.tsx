import { useState } from "react";
import { recoveryMessages } from "#shared/account/mail-link-messages.ts";
import { usePageMeta } from "#web/lib/page-meta.ts";
import { AuthCard } from "./auth-card.tsx";
import { LinkRequestForm, LinkSent } from "./recovery/link-request-form.tsx";

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
