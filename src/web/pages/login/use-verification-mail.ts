import { useState } from "react";
import { signInMessages } from "#shared/sign-in-messages.ts";
import { callApi } from "#web/lib/api.ts";
import { toast } from "#web/ui/toast.ts";

/** Sends the verification mail once more; how often one may is the server's to say. */
export function useVerificationMail(email: string): { isSending: boolean; send: () => Promise<void> } {
  const [isSending, setSending] = useState(false);
  const send = async () => {
    setSending(true);
    try {
      await callApi("POST", "/auth/send-verification-email", { email });
      toast(signInMessages.verificationSent);
    } catch (error) {
      const description = error instanceof Error ? error.message : signInMessages.unexpected.description;
      toast({ ...signInMessages.verificationNotSent, description, variant: "destructive" });
    } finally {
      setSending(false);
    }
  };
  return { isSending, send };
}
