import { useState } from "react";
import { signInMessages, signInRefusals } from "#shared/account/sign-in-messages.ts";
import { callApi } from "#web/lib/api.ts";
import { Button } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { toast } from "#web/ui/toast.ts";

export function VerificationMail({ email }: { email: string }) {
  const { isSending, send } = useVerificationMail(email);
  return (
    <Notice tone="warning">
      <p>{signInRefusals.emailNotVerified}</p>
      <Button variant="outline" isSmall className="mt-3" busyLabel={isSending && signInMessages.sending} onClick={send}>
        {signInMessages.sendAgain}
      </Button>
    </Notice>
  );
}

/** Sends the verification mail again; the server limits how often. */
export function useVerificationMail(email: string): { isSending: boolean; send: () => Promise<void> } {
  const [isSending, setSending] = useState(false);
  const send = async () => {
    setSending(true);
    try {
      await callApi("POST", "/auth/send-verification-email", { email });
      toast({ title: "Verification email sent", description: "Please check your inbox for the link." });
    } catch (error) {
      const description = error instanceof Error ? error.message : signInMessages.unexpected.description;
      toast({ title: "The email was not sent", description, variant: "destructive" });
    } finally {
      setSending(false);
    }
  };
  return { isSending, send };
}
