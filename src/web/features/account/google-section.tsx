import type { Account } from "#shared/account.ts";
import type { Session } from "#shared/session.ts";
import { AccountSection } from "./account-section.tsx";
import { ConnectGoogle } from "./connect-google.tsx";
import { DisconnectGoogle } from "./disconnect-google.tsx";
import { NeedsPassword } from "./needs-password.tsx";

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
