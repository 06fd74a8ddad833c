import { useState } from "react";
import { accountMessages } from "#shared/account-messages.ts";
import { loadSession } from "#web/lib/session.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/dialog.tsx";
import { useRemoval } from "./use-account.ts";

interface DisconnectGoogleProps {
  email: string;
  /** There is no password besides. */
  isOnlyWayIn: boolean;
}

export function DisconnectGoogle({ email, isOnlyWayIn }: DisconnectGoogleProps) {
  const [isAsking, setAsking] = useState(false);
  const { remove, isRemoving } = useRemoval("/account/identities/google", accountMessages.googleDisconnected);
  const disconnect = async () => {
    if (await remove()) await loadSession("USER_UPDATED");
    setAsking(false);
  };
  return (
    <>
      <p className="max-w-(--measure)">
        {isOnlyWayIn ? "You sign in with" : "You can also sign in with"}{" "}
        <b className="font-semibold wrap-anywhere">{email}</b>.
      </p>
      {isOnlyWayIn ? (
        <p className="muted max-w-(--measure)">{accountMessages.lastWayIn}</p>
      ) : (
        <Button variant="danger" isSmall onClick={() => setAsking(true)}>
          Disconnect Google
        </Button>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title="Disconnect Google?"
        text={`From then on you sign in with your email and password, and no longer with ${email}.`}
        confirmLabel="Disconnect Google"
        cancelLabel="Keep it"
        busyLabel={isRemoving && "Disconnecting..."}
        onConfirm={disconnect}
      />
    </>
  );
}
