import { useEffect, useState } from "react";
import { confirmSignInWith } from "#web/lib/api.ts";
import { lazyPage, Page } from "#web/lib/lazy-page.tsx";

const confirmDialog = lazyPage(() => import("./confirm-sign-in-dialog.tsx").then((file) => file.ConfirmSignInDialog));

/** Asks, when the server wants to know again who is there, and sends what was to be done once more. */
export function ConfirmSignIn() {
  const [answer, setAnswer] = useState<{ with: (isConfirmed: boolean) => void }>();
  useEffect(() => {
    confirmSignInWith(
      () =>
        new Promise((resolve) => {
          setAnswer({ with: resolve });
        }),
    );
    return () => confirmSignInWith(undefined);
  }, []);
  if (!answer) return null;
  const close = (isConfirmed: boolean) => {
    setAnswer(undefined);
    answer.with(isConfirmed);
  };
  return <Page page={confirmDialog} onClose={close} />;
}
