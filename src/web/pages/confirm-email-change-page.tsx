import { type FormEvent, useState } from "react";
import { useNavigate } from "react-router";
import type { EmailChangeConfirmation } from "#shared/account/account.ts";
import { emailChangeMessages, mailLinkMessages } from "#shared/account/mail-link-messages.ts";
import { signInMessages } from "#shared/account/sign-in-messages.ts";
import { paths } from "#shared/paths.ts";
import { ApiError, callApi } from "#web/lib/api.ts";
import { usePageMeta } from "#web/lib/page-meta.ts";
import { currentSession, loadSession } from "#web/lib/session.ts";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/toast.ts";
import { AuthCard } from "./auth-card.tsx";
import { LinkInvalid } from "./mail-links/link-invalid.tsx";
import { isLinkInvalid, useLinkToken } from "./mail-links/link-token.ts";

export function ConfirmEmailChangePage() {
  usePageMeta(emailChangeMessages.title, "Confirm the change of your account's email address.");
  const { token, forget } = useLinkToken(paths.confirmEmailChange);
  const navigate = useNavigate();
  const [isDone, setDone] = useState(false);
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

interface ConfirmEmailChangeFormProps {
  token: string;
  onDone: (outcome: EmailChangeConfirmation["outcome"]) => Promise<void>;
  onLinkInvalid: () => void;
  /** The new address got an account, or cannot be used any more. @param reason in the server's words. */
  onTaken: (reason: string) => void;
}

function ConfirmEmailChangeForm({ token, onDone, onLinkInvalid, onTaken }: ConfirmEmailChangeFormProps) {
  const [isBusy, setBusy] = useState(false);
  const confirm = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      const path = "/auth/confirm-email-change";
      const { outcome } = await callApi<EmailChangeConfirmation>("POST", path, { token });
      await onDone(outcome);
    } catch (error) {
      setBusy(false);
      if (isLinkInvalid(error)) return onLinkInvalid();
      if (error instanceof ApiError && error.problem.code === "email_taken") return onTaken(error.message);
      const description = error instanceof Error ? error.message : signInMessages.unexpected.description;
      toast({ title: "The change was not confirmed", description, variant: "destructive" });
    }
  };
  return (
    <form className="grid gap-5" onSubmit={confirm} aria-busy={isBusy || undefined}>
      <Button type="submit" isFull busyLabel={isBusy && "Confirming..."}>
        Confirm the change
      </Button>
      <p className="note">You did not ask for this? Close this page: nothing changes unless you confirm.</p>
    </form>
  );
}
