import type { Account } from "#shared/account.ts";
import { AccountSection } from "./account-section.tsx";
import { ConnectGoogle } from "./connect-google.tsx";
import { DisconnectGoogle } from "./disconnect-google.tsx";

/** Nothing where the club has not set up sign-in with Google, unless an account is connected from before. */
export function GoogleSection({ account: { google_email, is_google_available, has_password } }: { account: Account }) {
  if (google_email === null && !is_google_available) return null;
  return (
    <AccountSection heading="Google">
      <div className="grid justify-items-start gap-5">
        {google_email === null ? (
          <ConnectGoogle />
        ) : (
          <DisconnectGoogle email={google_email} isOnlyWayIn={!has_password} />
        )}
      </div>
    </AccountSection>
  );
}
