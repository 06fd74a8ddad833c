import { useState } from "react";
import { yourDataMessages } from "#shared/deletion-requests/deletion-request-messages.ts";
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
  const text = keptText ? yourDataMessages.accountGoes : yourDataMessages.passwordText;
  return (
    <>
      <p className="muted max-w-(--measure)">{yourDataMessages.deletionText}</p>
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
        title={yourDataMessages.confirmTitle}
        text={text}
        confirmLabel={yourDataMessages.ask}
        cancelLabel={yourDataMessages.keep}
        busyLabel={isBusy && yourDataMessages.asking}
        onConfirm={confirm}
      />
    </div>
  );
}
