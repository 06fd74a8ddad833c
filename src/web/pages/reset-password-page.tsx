import { useState } from "react";
import { useNavigate } from "react-router";
import { recoveryMessages } from "#shared/account/mail-link-messages.ts";
import { paths } from "#shared/paths.ts";
import { usePageMeta } from "#web/lib/page-meta.ts";
import { beginRecovery, currentSession, signOut } from "#web/lib/session.ts";
import { toast } from "#web/ui/toast.ts";
import { AuthCard } from "./auth-card.tsx";
import { LinkInvalid } from "./mail-links/link-invalid.tsx";
import { useLinkToken } from "./mail-links/link-token.ts";
import { NewPasswordForm } from "./recovery/new-password-form.tsx";

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
