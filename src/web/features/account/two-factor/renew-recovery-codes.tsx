import { accountMessages } from "#shared/account-messages.ts";
import { toast } from "#web/ui/toast.ts";
import { useAccountChange } from "../use-account.ts";
import { PasswordPrompt } from "./password-prompt.tsx";

interface RenewRecoveryCodesProps {
  email: string;
  onCodes: (codes: string[]) => void;
  onCancel: () => void;
}

export function RenewRecoveryCodes({ email, onCodes, onCancel }: RenewRecoveryCodesProps) {
  const renew = useAccountChange<{ password: string }, { recovery_codes: string[] }>(
    "POST",
    "/auth/two-factor/generate-backup-codes",
  );
  return (
    <PasswordPrompt
      label="Make new recovery codes"
      text="The codes that you have now stop working."
      email={email}
      submitLabel="Make new codes"
      busyLabel="Making codes..."
      send={renew}
      onSent={({ recovery_codes }) => {
        toast(accountMessages.twoFactor.codesRenewed);
        onCodes(recovery_codes);
      }}
      onCancel={onCancel}
    />
  );
}
