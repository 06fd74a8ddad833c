import type { Account } from "#shared/account/account.ts";
import { accountMessages } from "#shared/account/account-messages.ts";
import type { Session } from "#shared/account/session.ts";
import { CollapsibleForm } from "#web/lib/account-form.tsx";
import { loadSession } from "#web/lib/session.ts";
import { useAccountChange } from "#web/lib/use-account.ts";
import { AccountSection, NeedsPassword } from "#web/ui/account-section.tsx";
import { toast } from "#web/ui/toast.ts";
import { PasswordPrompt } from "./two-factor/password-prompt.tsx";

interface GoogleSectionProps {
  session: Session;
  account: Account;
}

/** Hidden unless Google is configured or connected. */
export function GoogleSection({ session: { user }, account }: GoogleSectionProps) {
  const { google_email, is_google_available, has_password } = account;
  if (google_email === null && !is_google_available) return null;
  return (
    <AccountSection heading="Google">
      {google_email !== null && (
        <DisconnectGoogle email={user.email} googleEmail={google_email} isOnlyWayIn={!has_password} />
      )}
      {google_email === null && has_password && <ConnectGoogle email={user.email} />}
      {google_email === null && !has_password && <NeedsPassword forWhat="connect Google" />}
    </AccountSection>
  );
}

function ConnectGoogle({ email }: { email: string }) {
  const connect = useAccountChange<{ provider: "google"; password: string }, { url: string }>(
    "POST",
    "/auth/link-social",
  );
  return (
    <div className="grid gap-5">
      <p className="muted max-w-(--measure)">Connect your Google account to sign in with it as well.</p>
      <CollapsibleForm label="Connect Google">
        {(close) => (
          <PasswordPrompt
            label="Connect Google"
            text="Please enter your password first. Then Google asks which account you want to connect."
            email={email}
            submitLabel="Go to Google"
            busyLabel="Going to Google..."
            send={({ password }) => connect({ provider: "google", password })}
            onSent={({ url }) => window.location.assign(url)}
            onCancel={close}
          />
        )}
      </CollapsibleForm>
    </div>
  );
}

interface DisconnectGoogleProps {
  email: string;
  googleEmail: string;
  /** No password is set. */
  isOnlyWayIn: boolean;
}

function DisconnectGoogle({ email, googleEmail, isOnlyWayIn }: DisconnectGoogleProps) {
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
              onSent={() => toast({ title: "Google is disconnected" })}
              onCancel={close}
            />
          )}
        </CollapsibleForm>
      )}
    </div>
  );
}
