import { useState } from "react";
import { deletionDays, yourDataMessages } from "#shared/deletion-requests/deletion-request-messages.ts";
import { CollapsibleForm } from "#web/lib/account-form.tsx";
import { toastFailure, useAccountChange } from "#web/lib/use-account.ts";
import { useSectionFocus } from "#web/ui/account-section.tsx";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/dialog.tsx";
import { toast } from "#web/ui/toast.ts";
import { PasswordPrompt } from "../two-factor/password-prompt.tsx";

interface AskForDeletionProps {
  email: string;
  hasPassword: boolean;
  /** What is kept by law, and until when. */
  keptText: string | null;
}

export function AskForDeletion({ email, hasPassword, keptText }: AskForDeletionProps) {
  const send = useAccountChange<{ password?: string }>("POST", "/account/deletion-request");
  const text = keptText
    ? `Your account is deleted within ${deletionDays} days, unless you withdraw the request before. What the law asks us to keep stays sealed.`
    : `Everything the club holds about you is deleted within ${deletionDays} days, unless you withdraw the request before.`;
  return (
    <>
      <p className="muted max-w-(--measure)">{`Account, profile and everything that belongs to them are deleted within ${deletionDays} days. Until then you can withdraw the request; afterwards nothing can be brought back. Shares you hold through a deal stay yours.`}</p>
      {keptText && <p className="max-w-(--measure)">{keptText}</p>}
      {hasPassword ? (
        <CollapsibleForm label={yourDataMessages.ask}>
          {(close) => (
            <PasswordPrompt
              label={yourDataMessages.ask}
              text={text}
              email={email}
              submitLabel={yourDataMessages.ask}
              busyLabel={yourDataMessages.asking}
              variant="danger"
              send={send}
              onSent={() => toast(yourDataMessages.requested)}
              onCancel={close}
            />
          )}
        </CollapsibleForm>
      ) : (
        <ConfirmDeletion text={text} onConfirm={() => send({}).then(() => toast(yourDataMessages.requested))} />
      )}
    </>
  );
}

/** For Google-only accounts. */
function ConfirmDeletion({ text, onConfirm }: { text: string; onConfirm: () => Promise<void> }) {
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const focusSection = useSectionFocus();
  const confirm = () => {
    setBusy(true);
    return onConfirm()
      .then(() => focusSection(null), toastFailure)
      .finally(() => {
        setBusy(false);
        setAsking(false);
      });
  };
  return (
    <div>
      <Button variant="outline" onClick={() => setAsking(true)}>
        {yourDataMessages.ask}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title="Ask for deletion?"
        text={text}
        confirmLabel={yourDataMessages.ask}
        cancelLabel="Keep my account"
        busyLabel={isBusy && yourDataMessages.asking}
        onConfirm={confirm}
      />
    </div>
  );
}
