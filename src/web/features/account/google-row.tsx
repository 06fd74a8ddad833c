import type { Account } from "#shared/account/account.ts";
import { accountMessages } from "#shared/account/account-messages.ts";
import type { Session } from "#shared/account/session.ts";
import { CollapsibleForm } from "#web/lib/account-form.tsx";
import { loadSession } from "#web/lib/session.ts";
import { useAccountChange } from "#web/lib/use-account.ts";
import { AccountRow, needsPassword } from "#web/ui/account-section.tsx";
import { toast } from "#web/ui/toast.ts";
import { PasswordPrompt } from "./two-factor/password-prompt.tsx";

interface GoogleRowProps {
  session: Session;
  account: Account;
}

/** Hidden unless Google is configured or connected. */
export function GoogleRow({ session: { user }, account }: GoogleRowProps) {
  const { google_email, is_google_available, has_password } = account;
  if (google_email !== null)
    return <ConnectedGoogle email={user.email} googleEmail={google_email} isOnlyWayIn={!has_password} />;
  if (!is_google_available) return null;
  return (
    <AccountRow
      heading="Google"
      state={has_password ? "Not connected" : needsPassword("connect Google")}
      act={has_password && <ConnectGoogle email={user.email} />}
    />
  );
}

function ConnectGoogle({ email }: { email: string }) {
  const connect = useAccountChange<{ provider: "google"; password: string }, { url: string }>(
    "POST",
    "/auth/link-social",
  );
  return (
    <CollapsibleForm label="Connect" what="Google" isSmall>
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
  );
}

interface ConnectedGoogleProps {
  email: string;
  googleEmail: string;
  /** No password is set. */
  isOnlyWayIn: boolean;
}

function ConnectedGoogle({ email, googleEmail, isOnlyWayIn }: ConnectedGoogleProps) {
  const disconnect = useAccountChange<{ password: string }>("DELETE", "/account/identities/google", {
    onChanged: () => loadSession("USER_UPDATED"),
  });
  return (
    <AccountRow
      heading="Google"
      state={
        isOnlyWayIn
          ? `You sign in with ${googleEmail}. ${accountMessages.lastWayIn}`
          : `You can also sign in with ${googleEmail}.`
      }
      act={
        !isOnlyWayIn && (
          <CollapsibleForm label="Disconnect" what="Google" isSmall>
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
        )
      }
    />
  );
}
