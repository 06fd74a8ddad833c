import { useEffect, useState } from "react";
import { signInMessages } from "#shared/account/sign-in-messages.ts";
import { hasPasskeys, requestPasskey } from "#web/lib/passkeys.ts";
import { Button } from "#web/ui/button.tsx";
import { usePasskeySignIn } from "./use-passkey-sign-in.ts";

/** In place of the code, for people with a passkey. */
export function CodeStepPasskey() {
  const [isOffered, setOffered] = useState(false);
  const { isBusy, signIn } = usePasskeySignIn();
  useEffect(() => {
    if (!hasPasskeys()) return;
    let isLeft = false;
    requestPasskey().then(
      ({ allowed }) => isLeft || setOffered(allowed.length > 0),
      () => {},
    );
    return () => {
      isLeft = true;
    };
  }, []);
  if (!isOffered) return null;
  return (
    <Button variant="outline" isFull busyLabel={isBusy && signInMessages.busy} onClick={signIn}>
      Use a passkey instead
    </Button>
  );
}
