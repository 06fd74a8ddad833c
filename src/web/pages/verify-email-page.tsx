import { useState } from "react";
import { useNavigate } from "react-router";
import { emailVerificationMessages, mailLinkMessages } from "#shared/mail-link-messages.ts";
import { paths } from "#shared/paths.ts";
import { usePageMeta } from "#web/lib/page-meta.ts";
import { stateAfterVerification } from "#web/lib/redirect-target.ts";
import { AuthCard } from "./auth-card.tsx";
import { LinkInvalid } from "./mail-links/link-invalid.tsx";
import { useLinkToken } from "./mail-links/link-token.ts";
import { VerifyEmailForm } from "./mail-links/verify-email-form.tsx";

export function VerifyEmailPage() {
  usePageMeta(emailVerificationMessages.title, "Verify the email address of your account.");
  const { token, forget } = useLinkToken(paths.verifyEmail);
  const navigate = useNavigate();
  const [isDone, setDone] = useState(false);

  const finish = (email: string) => {
    setDone(true);
    forget();
    navigate(`${paths.login}?verified=1`, { replace: true, state: stateAfterVerification(email) });
  };
  return (
    <div className="auth-page">
      {token || isDone ? (
        <AuthCard title={emailVerificationMessages.title} lead={emailVerificationMessages.lead}>
          <VerifyEmailForm token={token ?? ""} onDone={finish} onLinkInvalid={forget} />
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
