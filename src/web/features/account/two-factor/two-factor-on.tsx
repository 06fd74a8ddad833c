import { useState } from "react";
import { accountMessages } from "#shared/account/account-messages.ts";
import { loadSession } from "#web/lib/session.ts";
import { useAccountChange } from "#web/lib/use-account.ts";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/toast.ts";
import { PasswordPrompt } from "./password-prompt.tsx";

interface TwoFactorOnProps {
  email: string;
  isRequired: boolean;
  onCodes: (codes: string[]) => void;
  onCancel: () => void;
}

export function TwoFactorOn({ email, isRequired, onCodes, onCancel }: TwoFactorOnProps) {
  const [wish, setWish] = useState<"renew" | "turn-off" | null>(null);
  const back = () => setWish(null);
  return (
    <div className="account-open">
      {wish === null && (
        <div className="button-row">
          <Button variant="outline" isSmall onClick={() => setWish("renew")}>
            Make new recovery codes
          </Button>
          <Button variant="danger" isSmall onClick={() => setWish("turn-off")}>
            Turn off two-factor sign-in
          </Button>
          <Button variant="ghost" isSmall onClick={onCancel}>
            Cancel
          </Button>
        </div>
      )}
      {wish === "renew" && <RenewRecoveryCodes email={email} onCodes={onCodes} onCancel={back} />}
      {wish === "turn-off" && <TurnOffTwoFactor email={email} isRequired={isRequired} onCancel={back} />}
    </div>
  );
}

interface RenewRecoveryCodesProps {
  email: string;
  onCodes: (codes: string[]) => void;
  onCancel: () => void;
}

function RenewRecoveryCodes({ email, onCodes, onCancel }: RenewRecoveryCodesProps) {
  const renew = useAccountChange<{ password: string }, { recovery_codes: string[] }>(
    "POST",
    "/auth/two-factor/generate-backup-codes",
  );
  return (
    <PasswordPrompt
      label="Make new recovery codes"
      text="The codes that you have now stop working, and you are signed out everywhere else."
      email={email}
      submitLabel="Make new codes"
      busyLabel="Making codes..."
      send={renew}
      onSent={({ recovery_codes }) => {
        toast({
          title: "You have new recovery codes",
          description: "The earlier ones do not work any more, and you are signed out everywhere else.",
        });
        onCodes(recovery_codes);
      }}
      onCancel={onCancel}
    />
  );
}

interface TurnOffTwoFactorProps {
  email: string;
  isRequired: boolean;
  onCancel: () => void;
}

function TurnOffTwoFactor({ email, isRequired, onCancel }: TurnOffTwoFactorProps) {
  const turnOff = useAccountChange<{ password: string }>("POST", "/auth/two-factor/disable");
  return (
    <PasswordPrompt
      label="Turn off two-factor sign-in"
      text={isRequired ? `${consequence} ${accountMessages.twoFactor.setupRequiredHere}` : consequence}
      email={email}
      submitLabel="Turn it off"
      busyLabel="Turning off..."
      variant="danger"
      send={turnOff}
      onSent={() => {
        toast({ title: "Two-factor sign-in is off", description: "You are signed out everywhere else." });
        return loadSession("USER_UPDATED");
      }}
      onCancel={onCancel}
    />
  );
}

const consequence =
  "From then on your password alone signs you in, and your recovery codes stop working. You are signed out everywhere else.";
