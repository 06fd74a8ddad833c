import { useState } from "react";
import type { Account } from "#shared/account.ts";
import type { SessionUser } from "#shared/session.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { RenewRecoveryCodes } from "./renew-recovery-codes.tsx";
import { TurnOffTwoFactor } from "./turn-off-two-factor.tsx";

interface TwoFactorOnProps {
  email: string;
  factor: SessionUser["factors"][number];
  account: Account;
  onCodes: (codes: string[]) => void;
}

export function TwoFactorOn({ email, factor, account, onCodes }: TwoFactorOnProps) {
  const [wish, setWish] = useState<"renew" | "turn-off" | null>(null);
  const cancel = () => setWish(null);
  return (
    <div className="grid justify-items-start gap-5">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <Badge tone="live">On</Badge>
        {factor.friendly_name}
      </p>
      <p className="muted max-w-(--measure)">{codesLeft(account.recovery_codes_left)}</p>
      {wish === null && (
        <div className="button-row">
          <Button variant="outline" onClick={() => setWish("renew")}>
            Make new recovery codes
          </Button>
          <Button variant="danger" onClick={() => setWish("turn-off")}>
            Turn off two-factor sign-in
          </Button>
        </div>
      )}
      {wish === "renew" && <RenewRecoveryCodes email={email} onCodes={onCodes} onCancel={cancel} />}
      {wish === "turn-off" && (
        <TurnOffTwoFactor email={email} isRequired={account.is_two_factor_required} onCancel={cancel} />
      )}
    </div>
  );
}

function codesLeft(count: number): string {
  if (count === 0) return "You have no recovery codes left. Make new ones, in case you lose the authenticator app.";
  const codes = count === 1 ? "1 recovery code" : `${count} recovery codes`;
  return `You have ${codes} left, in case you lose the authenticator app.`;
}
