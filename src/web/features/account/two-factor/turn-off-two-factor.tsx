import { accountMessages } from "#shared/account-messages.ts";
import { loadSession } from "#web/lib/session.ts";
import { toast } from "#web/ui/toast.ts";
import { useAccountChange } from "../use-account.ts";
import { PasswordPrompt } from "./password-prompt.tsx";

interface TurnOffTwoFactorProps {
  email: string;
  isRequired: boolean;
  onCancel: () => void;
}

export function TurnOffTwoFactor({ email, isRequired, onCancel }: TurnOffTwoFactorProps) {
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
        toast(accountMessages.twoFactor.off);
        return loadSession("USER_UPDATED");
      }}
      onCancel={onCancel}
    />
  );
}

const consequence = "From then on your password alone signs you in, and your recovery codes stop working.";
