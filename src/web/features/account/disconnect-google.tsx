import { accountMessages } from "#shared/account-messages.ts";
import { loadSession } from "#web/lib/session.ts";
import { toast } from "#web/ui/toast.ts";
import { CollapsibleForm } from "./collapsible-form.tsx";
import { PasswordPrompt } from "./two-factor/password-prompt.tsx";
import { useAccountChange } from "./use-account.ts";

interface DisconnectGoogleProps {
  email: string;
  googleEmail: string;
  /** No password is set. */
  isOnlyWayIn: boolean;
}

export function DisconnectGoogle({ email, googleEmail, isOnlyWayIn }: DisconnectGoogleProps) {
  const disconnect = useAccountChange<{ password: string }>("DELETE", "/account/identities/google", {
    onChanged: () => loadSession("USER_UPDATED"),
  });
  return (
    <div className="grid gap-5">
      <p className="max-w-(--measure)">
        {isOnlyWayIn ? "You sign in with" : "You can also sign in with"}{" "}
        <b className="font-semibold wrap-anywhere">{googleEmail}</b>.
      </p>
      {isOnlyWayIn ? (
        <p className="muted max-w-(--measure)">{accountMessages.lastWayIn}</p>
      ) : (
        <CollapsibleForm label="Disconnect Google">
          {(close) => (
            <PasswordPrompt
              label="Disconnect Google"
              text={`From then on you sign in with your email and password, and no longer with ${googleEmail}.`}
              email={email}
              submitLabel="Disconnect it"
              busyLabel="Disconnecting..."
              variant="danger"
              send={disconnect}
              onSent={() => toast(accountMessages.googleDisconnected)}
              onCancel={close}
            />
          )}
        </CollapsibleForm>
      )}
    </div>
  );
}
