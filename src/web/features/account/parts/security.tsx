import type { Session } from "#shared/account/session.ts";
import { AccountPart, AccountSection } from "#web/ui/account-section.tsx";
import { GoogleRow } from "../google-row.tsx";
import { PasskeysRow } from "../passkeys/passkeys-row.tsx";
import { PasswordRow } from "../password-row.tsx";
import { SessionsSection } from "../sessions-section.tsx";
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
