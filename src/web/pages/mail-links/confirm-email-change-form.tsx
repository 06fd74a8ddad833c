import { type FormEvent, useState } from "react";
import type { EmailChangeConfirmation } from "#shared/account/account.ts";
import { signInMessages } from "#shared/account/sign-in-messages.ts";
import { ApiError, callApi } from "#web/lib/api.ts";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/toast.ts";
import { isLinkInvalid } from "./link-token.ts";

interface ConfirmEmailChangeFormProps {
  token: string;
  onDone: (outcome: EmailChangeConfirmation["outcome"]) => Promise<void>;
  onLinkInvalid: () => void;
  /** The new address got an account, or cannot be used any more. @param reason in the server's words. */
  onTaken: (reason: string) => void;
}

export function ConfirmEmailChangeForm({ token, onDone, onLinkInvalid, onTaken }: ConfirmEmailChangeFormProps) {
  const [isBusy, setBusy] = useState(false);
  const confirm = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      const path = "/auth/confirm-email-change";
      const { outcome } = await callApi<EmailChangeConfirmation>("POST", path, { token });
      await onDone(outcome);
    } catch (error) {
      setBusy(false);
      if (isLinkInvalid(error)) return onLinkInvalid();
      if (error instanceof ApiError && error.problem.code === "email_taken") return onTaken(error.message);
      const description = error instanceof Error ? error.message : signInMessages.unexpected.description;
      toast({ title: "The change was not confirmed", description, variant: "destructive" });
    }
  };
  return (
    <form className="grid gap-5" onSubmit={confirm} aria-busy={isBusy || undefined}>
      <Button type="submit" isFull busyLabel={isBusy && "Confirming..."}>
        Confirm the change
      </Button>
      <p className="note">You did not ask for this? Close this page: nothing changes unless you confirm.</p>
    </form>
  );
}
