import { useEffect } from "react";
import { signInMessages } from "#shared/account/sign-in-messages.ts";
import { paths } from "#shared/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LinkButton } from "#web/ui/link.tsx";
import { focusPage } from "#web/ui/page-focus.ts";
import { useVerificationMail } from "../login/verification-mail.tsx";
import type { Registered } from "./registration-form.tsx";

/** Takes the focus from the form that it replaces. */
export function RegistrationComplete({ email, isMailed }: Registered) {
  const { isSending, send } = useVerificationMail(email);
  useEffect(() => focusPage(), []);
  return (
    <div className="w-full max-w-[26.5rem]">
      <EmptyState
        isCard
        heading="h1"
        picture="submitted"
        title="Registration Complete!"
        text="Your account has been created successfully. Please check your email to verify your account before signing in."
        action={
          <>
            <LinkButton to={paths.login}>Go to Login</LinkButton>
            {isMailed ? (
              <>
                <p className="note mt-4">No email after a few minutes? Please look in your spam folder too.</p>
                <Button variant="outline" isSmall busyLabel={isSending && signInMessages.sending} onClick={send}>
                  {signInMessages.sendAgain}
                </Button>
              </>
            ) : (
              <p className="note mt-4">
                The club has no mail server yet, so no email leaves it: please ask the club for the link.
              </p>
            )}
          </>
        }
      />
    </div>
  );
}
