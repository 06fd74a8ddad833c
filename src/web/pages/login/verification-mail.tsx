import { signInMessages, signInRefusals } from "#shared/sign-in-messages.ts";
import { Button } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { useVerificationMail } from "./use-verification-mail.ts";

/** For somebody whose first verification mail went astray. */
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
