import { useState } from "react";
import { useNavigate } from "react-router";
import type { EmailChangeConfirmation } from "#shared/account/account.ts";
import { emailChangeMessages, mailLinkMessages } from "#shared/account/mail-link-messages.ts";
import { paths } from "#shared/paths.ts";
import { usePageMeta } from "#web/lib/page-meta.ts";
import { currentSession, loadSession } from "#web/lib/session.ts";
import { AuthCard } from "./auth-card.tsx";
import { ConfirmEmailChangeForm } from "./mail-links/confirm-email-change-form.tsx";
import { LinkInvalid } from "./mail-links/link-invalid.tsx";
import { useLinkToken } from "./mail-links/link-token.ts";

export function ConfirmEmailChangePage() {
  usePageMeta(emailChangeMessages.title, "Confirm the change of your account's email address.");
  const { token, forget } = useLinkToken(paths.confirmEmailChange);
  const navigate = useNavigate();
  const [isDone, setDone] = useState(false);
  /** Why the address cannot change. */
  const [takenReason, setTakenReason] = useState<string | null>(null);

  const finish = async (outcome: EmailChangeConfirmation["outcome"]) => {
    setDone(true);
    forget();
    // Somebody who is signed in here may have another address now.
    if (outcome === "changed" && currentSession().status === "signed-in") await loadSession("USER_UPDATED");
    navigate(`${paths.login}?email_change=${outcome}`, { replace: true });
  };
  const stop = (reason: string) => {
    forget();
    setTakenReason(reason);
  };
  const next = { to: paths.login, label: mailLinkMessages.backToLogin };
  if (token || isDone) {
    return (
      <div className="auth-page">
        <AuthCard
          title={emailChangeMessages.title}
          lead="Confirm that this email address and your account belong together. The address of the account changes once both the old address and the new one have confirmed it; you are then signed out everywhere else."
        >
          <ConfirmEmailChangeForm token={token ?? ""} onDone={finish} onLinkInvalid={forget} onTaken={stop} />
        </AuthCard>
      </div>
    );
  }
  return (
    <div className="auth-page">
      {takenReason === null ? (
        <LinkInvalid text={emailChangeMessages.linkInvalid} {...next} />
      ) : (
        <LinkInvalid title="The address stays as it is" text={takenReason} {...next} />
      )}
    </div>
  );
}
