import { lazy, Suspense, useEffect, useState } from "react";
import { useAccountChange } from "#web/lib/use-account.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { TwoFactorSetup } from "./authenticator-setup.tsx";
import { PasswordPrompt } from "./password-prompt.tsx";

/** Lazy: the QR code library is large. */
const loadAuthenticatorSetup = () => import("./authenticator-setup.tsx");
const AuthenticatorSetup = lazy(() =>
  loadAuthenticatorSetup().then((module) => ({ default: module.AuthenticatorSetup })),
);

interface SetUpTwoFactorProps {
  email: string;
  onDone: (codes: string[]) => void;
  onCancel: () => void;
}

export function SetUpTwoFactor({ email, onDone, onCancel }: SetUpTwoFactorProps) {
  const [setup, setSetup] = useState<TwoFactorSetup | null>(null);
  const begin = useAccountChange<{ password: string }, TwoFactorSetup>("POST", "/auth/two-factor/enable");
  // Prefetch while the password is typed.
  useEffect(() => void loadAuthenticatorSetup().catch(() => {}), []);
  if (setup) {
    return (
      <Suspense fallback={<Skeleton className="h-80 max-w-[40rem]" />}>
        <AuthenticatorSetup setup={setup} onDone={() => onDone(setup.recovery_codes)} onCancel={onCancel} />
      </Suspense>
    );
  }
  return (
    <PasswordPrompt
      label="Set up two-factor sign-in"
      text="Please enter your password first. You also need an authenticator app on your phone."
      email={email}
      submitLabel="Confirm password"
      busyLabel="Checking..."
      send={begin}
      onSent={setSetup}
      onCancel={onCancel}
    />
  );
}
