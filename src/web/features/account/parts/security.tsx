import { useSearchParams } from "react-router";
import { type Account, type AccountSession, passwordChangeInputSchema } from "#shared/account/account.ts";
import { accountMessages } from "#shared/account/account-messages.ts";
import { minimumPasswordLength, weakPasswordMessage } from "#shared/account/password-rules.ts";
import type { Session } from "#shared/account/session.ts";
import { AccountForm, CollapsibleForm, UsernameField, useAccountForm } from "#web/lib/account-form.tsx";
import { formatDateTime } from "#web/lib/format.ts";
import { loadSession } from "#web/lib/session.ts";
import { useAccountChange } from "#web/lib/use-account.ts";
import { useAction } from "#web/lib/use-action.ts";
import { AccountPart, AccountRow, AccountSection, needsPassword } from "#web/ui/account-section.tsx";
import { Button } from "#web/ui/button.tsx";
import { FormField } from "#web/ui/form/form.tsx";
import { Input } from "#web/ui/input.tsx";
import { toast } from "#web/ui/toast.ts";
import { DeleteButton } from "../delete-button.tsx";
import { PasskeysRow } from "../passkeys/passkeys-row.tsx";
import { PasswordPrompt } from "../two-factor/password-prompt.tsx";
import { TwoFactorRow } from "../two-factor/two-factor-row.tsx";
import { WithAccount } from "../with-account.tsx";

export function Security({ session }: { session: Session }) {
  return (
    <AccountPart title="Sign-in and security">
      <WithAccount>
        {(account) => (
          <>
            <AccountSection heading="How you sign in">
              <div className="account-rows">
                <PasswordRow session={session} account={account} />
                <PasskeysRow account={account} />
                <TwoFactorRow session={session} account={account} />
                <GoogleRow session={session} account={account} />
              </div>
            </AccountSection>
            <SessionsSection account={account} />
          </>
        )}
      </WithAccount>
    </AccountPart>
  );
}

interface GoogleRowProps {
  session: Session;
  account: Account;
}

/** Hidden unless Google is configured or connected. */
function GoogleRow({ session: { user }, account }: GoogleRowProps) {
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

interface PasswordRowProps {
  session: Session;
  account: Account;
}

function PasswordRow({ session: { user }, account }: PasswordRowProps) {
  const [search] = useSearchParams();
  if (!account.has_password) return <PasswordMail email={user.email} />;
  return (
    <AccountRow
      heading="Password"
      state="Changing it signs you out everywhere else."
      act={
        <CollapsibleForm label="Change" what="password" isSmall isOpenAtFirst={search.get("change") === "password"}>
          {(close) => <PasswordForm email={user.email} onClose={close} />}
        </CollapsibleForm>
      }
    />
  );
}

interface PasswordFormProps {
  email: string;
  onClose: () => void;
}

function PasswordForm({ email, onClose }: PasswordFormProps) {
  const form = useAccountForm({
    schema: passwordChangeInputSchema,
    defaultValues: { current_password: "", new_password: "" },
    send: useAccountChange("PUT", "/account/password"),
    onSent: () => {
      toast({ title: "Password changed", description: "You are signed out everywhere else." });
      onClose();
    },
    fieldOfCode: { wrong_password: "current_password", weak_password: "new_password" },
    messageOf: weakPasswordMessage,
    firstFocus: "current_password",
  });
  return (
    <AccountForm
      label="Change password"
      form={form}
      submitLabel="Change password"
      busyLabel="Changing..."
      onCancel={onClose}
    >
      <UsernameField email={email} />
      <FormField form={form} name="current_password" label="Current password">
        <Input type="password" autoComplete="current-password" required />
      </FormField>
      <FormField
        form={form}
        name="new_password"
        label="New password"
        hint={`At least ${minimumPasswordLength} characters, and not one that many others use.`}
      >
        <Input type="password" autoComplete="new-password" required minLength={minimumPasswordLength} />
      </FormField>
    </AccountForm>
  );
}

/** Google-only accounts get a mail. */
function PasswordMail({ email }: { email: string }) {
  const { act, isPending } = useAction<unknown, { email: string }>("/auth/request-password-reset", {
    done: { title: "The email is on its way", description: "Its link leads to a page to choose a password." },
    failed: accountMessages.failed.title,
  });
  return (
    <AccountRow
      heading="Password"
      state={`Your account has no password, since you sign in with Google. To set one, follow the link that we send to ${email}. Choosing a password signs you out everywhere, removes your passkeys and disconnects Google, which you can then connect again.`}
      act={
        <Button variant="outline" isSmall busyLabel={isPending && "Sending..."} onClick={() => act({ email })}>
          Send me the link
        </Button>
      }
    />
  );
}

/** The last used first. */
function SessionsSection({ account: { sessions } }: { account: Account }) {
  const hasOthers = sessions.some(({ is_current }) => !is_current);
  return (
    <AccountSection
      heading="Where you are signed in"
      anchor="sessions"
      tools={
        hasOthers && (
          <DeleteButton
            path="/account/sessions"
            done={{ title: "Signed out everywhere else" }}
            busyLabel="Signing out..."
            variant="outline"
          >
            Sign out everywhere else
          </DeleteButton>
        )
      }
    >
      <ul className="account-rows">
        {sessions.map((session) => (
          <li key={session.id} className="account-row">
            <div>
              <b>{deviceOf(session)}</b>
              <p className="note num wrap-anywhere">{detailsOf(session)}</p>
            </div>
            <SessionEnd session={session} />
          </li>
        ))}
      </ul>
      {hasOthers && (
        <p className="note mt-3 max-w-(--measure)">
          If you do not know one of them, sign it out and change your password.
        </p>
      )}
    </AccountSection>
  );
}

const deviceOf = ({ device }: AccountSession): string => device ?? "Unknown device";

/** "This device. 81.2.69.142, signed in 30 Nov 2026, 06:30". */
function detailsOf({ is_current, ip_address, created_at, last_used_at }: AccountSession): string {
  const signedIn = `signed in ${formatDateTime(created_at)}`;
  const where = [ip_address, ip_address ? signedIn : `S${signedIn.slice(1)}`].filter(Boolean).join(", ");
  return is_current ? `This device. ${where}` : `${where}, last used ${formatDateTime(last_used_at)}`;
}

function SessionEnd({ session }: { session: AccountSession }) {
  if (session.is_current) return <span className="note">Now</span>;
  return (
    <DeleteButton
      path={`/account/sessions/${session.id}`}
      done={{ title: "Signed out there" }}
      busyLabel="Signing out..."
      variant="ghost"
    >
      Sign out<span className="sr-only"> {deviceOf(session)}</span>
    </DeleteButton>
  );
}
