import { useEffect, useRef } from "react";
import type { Account } from "#shared/account.ts";
import type { Session } from "#shared/session.ts";
import { loadSession } from "#web/lib/session.ts";
import { AccountSection } from "./account-section.tsx";
import { CollapsibleForm } from "./collapsible-form.tsx";
import { EmailForm } from "./email-form.tsx";
import { NeedsPassword } from "./needs-password.tsx";
import { PendingEmailChange } from "./pending-email-change.tsx";

interface EmailSectionProps {
  session: Session;
  account: Account;
}

export function EmailSection({ session: { user }, account: { email_change, has_password } }: EmailSectionProps) {
  useFinishedChange(email_change !== null);
  return (
    <AccountSection heading="Email">
      <div className="grid gap-5">
        <p className="max-w-(--measure)">
          Your email address is <b className="font-semibold wrap-anywhere">{user.email}</b>.
        </p>
        {email_change && <PendingEmailChange email={user.email} change={email_change} />}
        {!email_change && has_password && (
          <CollapsibleForm label="Change email">
            {(close) => <EmailForm email={user.email} onCancel={close} />}
          </CollapsibleForm>
        )}
        {!email_change && !has_password && <NeedsPassword forWhat="change it" />}
      </div>
    </AccountSection>
  );
}

/** No longer pending: refetch the session for the new address. */
function useFinishedChange(isPending: boolean): void {
  const wasPending = useRef(isPending);
  useEffect(() => {
    if (wasPending.current && !isPending) void loadSession("USER_UPDATED");
    wasPending.current = isPending;
  }, [isPending]);
}
