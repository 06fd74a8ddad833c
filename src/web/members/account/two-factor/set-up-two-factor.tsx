import { useState } from "react";
import { useAccountChange } from "../use-account.ts";
import { AuthenticatorSetup, type TwoFactorSetup } from "./authenticator-setup.tsx";
import { PasswordPrompt } from "./password-prompt.tsx";

interface SetUpTwoFactorProps {
  email: string;
  /** Given the recovery codes once it is on. */
  onDone: (codes: string[]) => void;
  onCancel: () => void;
}

/** First the password, then the authenticator app. */
export function SetUpTwoFactor({ email, onDone, onCancel }: SetUpTwoFactorProps) {
  const [setup, setSetup] = useState<TwoFactorSetup | null>(null);
  const begin = useAccountChange<{ password: string }, TwoFactorSetup>("POST", "/auth/two-factor/enable");
  if (setup)
    return <AuthenticatorSetup setup={setup} onDone={() => onDone(setup.recovery_codes)} onCancel={onCancel} />;
  return (
    <PasswordPrompt
      label="Set up two-factor sign-in"
      text="Please enter your password first. You also need an authenticator app on your phone."
      email={email}
      submitLabel="Confirm password"
      busyLabel="Checking..."
      onSubmit={async (input) => setSetup(await begin(input))}
      onCancel={onCancel}
    />
  );
}
