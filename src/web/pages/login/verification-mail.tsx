import { useState } from "react";
import { signInMessages } from "#shared/sign-in-messages.ts";
import { callApi } from "#web/lib/api.ts";
import { Button } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { toast } from "#web/ui/toast.ts";

/** For somebody whose first verification mail went astray. */
export function VerificationMail({ email }: { email: string }) {
  const [isSending, setSending] = useState(false);
  const send = async () => {
    setSending(true);
    try {
      await callApi("POST", "/auth/send-verification-email", { email });
      toast(signInMessages.verificationSent);
    } catch (error) {
      const description = error instanceof Error ? error.message : signInMessages.unexpected.description;
      toast({ title: signInMessages.unexpected.title, description, variant: "destructive" });
    } finally {
      setSending(false);
    }
  };
  return (
    <Notice tone="warning">
      <p>{signInMessages.emailNotVerified}</p>
      <Button variant="line" isSmall className="mt-3" busyLabel={isSending && "Sending..."} onClick={send}>
        Send the link again
      </Button>
    </Notice>
  );
}
