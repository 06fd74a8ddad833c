import type { Account } from "#shared/account.ts";
import type { Session } from "#shared/session.ts";
import { AccountSection } from "./account-section.tsx";
import { CollapsibleForm } from "./collapsible-form.tsx";
import { PasswordForm } from "./password-form.tsx";
import { PasswordMail } from "./password-mail.tsx";

interface PasswordSectionProps {
  session: Session;
  account: Account;
}

export function PasswordSection({ session: { user }, account }: PasswordSectionProps) {
  return (
    <AccountSection heading="Password">
      {account.has_password ? (
        <div className="grid gap-5">
          <p className="muted max-w-(--measure)">Changing it signs you out everywhere else.</p>
          <CollapsibleForm label="Change password">
            {(close) => <PasswordForm email={user.email} onClose={close} />}
          </CollapsibleForm>
        </div>
      ) : (
        <PasswordMail email={user.email} />
      )}
    </AccountSection>
  );
}
