import { useState } from "react";
import type { Account } from "#shared/account/account.ts";
import { accountMessages } from "#shared/account/account-messages.ts";
import type { Session } from "#shared/account/session.ts";
import { CollapsibleForm } from "#web/lib/account-form.tsx";
import { AccountSection, NeedsPassword } from "#web/ui/account-section.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { SetUpTwoFactor } from "./set-up-two-factor.tsx";
import { TwoFactorOn } from "./two-factor-on.tsx";

interface TwoFactorSectionProps {
  session: Session;
  account: Account;
}

export function TwoFactorSection({ session: { user }, account }: TwoFactorSectionProps) {
  /** Shown until saved. */
  const [codes, setCodes] = useState<string[] | null>(null);
  const factor = user.factors.find(({ status }) => status === "verified");
  return (
    <AccountSection heading="Two-factor sign-in" part="two-factor">
      {account.is_two_factor_required && !factor && (
        <Notice tone="warning" className="mb-5 max-w-[40rem]">
          {accountMessages.twoFactor.setupRequiredHere}
        </Notice>
      )}
      {codes && <RecoveryCodes codes={codes} email={user.email} onSaved={() => setCodes(null)} />}
      {!codes && factor && <TwoFactorOn email={user.email} factor={factor} account={account} onCodes={setCodes} />}
      {!codes && !factor && account.has_password && <TwoFactorOff email={user.email} onCodes={setCodes} />}
      {!codes && !factor && !account.has_password && <NeedsPassword forWhat="set it up" />}
    </AccountSection>
  );
}

interface TwoFactorOffProps {
  email: string;
  onCodes: (codes: string[]) => void;
}

function TwoFactorOff({ email, onCodes }: TwoFactorOffProps) {
  return (
    <div className="grid gap-5">
      <p>
        <Badge tone="over">Off</Badge>
      </p>
      <p className="muted max-w-(--measure)">
        Once it is on, signing in also asks for a code from an app on your phone. Whoever has only your password then
        stays outside.
      </p>
      <CollapsibleForm label="Set up two-factor sign-in">
        {(close) => <SetUpTwoFactor email={email} onDone={onCodes} onCancel={close} />}
      </CollapsibleForm>
    </div>
  );
}
