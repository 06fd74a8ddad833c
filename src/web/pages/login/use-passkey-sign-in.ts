import { useState } from "react";
import { checkSignIn } from "#web/lib/session.ts";
import { toastSignedIn, toastSignInFailure } from "./sign-in-outcome.ts";

/** Signs in with a passkey; a toast says how it went. */
export function usePasskeySignIn() {
  const [isBusy, setBusy] = useState(false);
  const signIn = async () => {
    setBusy(true);
    try {
      const { signInWithPasskey } = await import("#web/lib/passkeys.ts");
      await signInWithPasskey();
      toastSignedIn(await checkSignIn());
    } catch (error) {
      toastSignInFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, signIn };
}
