import { CollapsibleForm } from "./collapsible-form.tsx";
import { PasswordPrompt } from "./two-factor/password-prompt.tsx";
import { useAccountChange } from "./use-account.ts";

export function ConnectGoogle({ email }: { email: string }) {
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
