import { useState } from "react";
import type { Account } from "#shared/account.ts";
import { accountMessages } from "#shared/account-messages.ts";
import type { Session } from "#shared/session.ts";
import { Notice } from "#web/ui/notice.tsx";
import { AccountSection } from "../account-section.tsx";
import { NeedsPassword } from "../needs-password.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { TwoFactorOff } from "./two-factor-off.tsx";
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
    <AccountSection heading="Two-factor sign-in">
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
