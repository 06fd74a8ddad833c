import { useState } from "react";
import { recoveryMessages } from "#shared/account/mail-link-messages.ts";
import { usePageMeta } from "#web/lib/page-meta.ts";
import { AuthCard } from "./auth-card.tsx";
import { LinkRequestForm } from "./recovery/link-request-form.tsx";
import { LinkSent } from "./recovery/link-sent.tsx";

export function ForgotPasswordPage() {
  usePageMeta(recoveryMessages.forgotTitle, "Ask for a link to choose a new password.");
  const [email, setEmail] = useState<string | null>(null);
  return (
    <div className="auth-page">
      {email !== null ? (
        <LinkSent text={recoveryMessages.sent} email={email} onAnother={() => setEmail(null)} />
      ) : (
        <AuthCard title={recoveryMessages.forgotTitle} lead={recoveryMessages.forgotText}>
          <LinkRequestForm path="/auth/request-password-reset" onSent={setEmail} />
        </AuthCard>
      )}
    </div>
  );
}
