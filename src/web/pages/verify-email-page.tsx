import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import type { EmailVerificationLink } from "#shared/account/account.ts";
import { emailVerificationMessages, mailLinkMessages } from "#shared/account/mail-link-messages.ts";
import { paths } from "#shared/paths.ts";
import { callApi } from "#web/lib/api.ts";
import { usePageMeta } from "#web/lib/page-meta.ts";
import { stateAfterVerification } from "#web/lib/redirect-target.ts";
import { signIn } from "#web/lib/session.ts";
import { AuthCard } from "./auth-card.tsx";
import { toastSignedIn } from "./login/sign-in-outcome.ts";
import { LinkInvalid } from "./mail-links/link-invalid.tsx";
import { isLinkInvalid, useLinkToken } from "./mail-links/link-token.ts";
import { VerifyEmailForm } from "./mail-links/verify-email-form.tsx";

export function VerifyEmailPage() {
  usePageMeta(emailVerificationMessages.title, "Verify the email address of your account.");
  const { token, forget } = useLinkToken(paths.verifyEmail);
  const navigate = useNavigate();
  const [isDone, setDone] = useState(false);
  /** The token whose link waits for the password, as far as the server could be asked. */
  const [waiting, setWaiting] = useState<string | null>(null);

  const isAsked = waiting !== null && (isDone || token === waiting);

  const finish = (email: string, verified: "1" | "before") => {
    setDone(true);
    forget();
    navigate(`${paths.login}?verified=${verified}`, { replace: true, state: stateAfterVerification(email) });
  };
  /** The password was right: it signs in, unless a second factor or the server asks for more. */
  const signInAfter = async (email: string, password: string) => {
    setDone(true);
    try {
      const outcome = await signIn(email, password);
      if (outcome !== "second-factor-needed") {
        toastSignedIn(outcome);
        forget();
        navigate(paths.members, { replace: true });
        return;
      }
    } catch {
      // The sign-in page tells what is missing.
    }
    finish(email, "1");
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for every token
  useEffect(() => {
    if (!token) return;
    callApi<EmailVerificationLink>("POST", "/auth/verify-email/read", { token }).then(
      ({ verified_email }) => (verified_email ? finish(verified_email, "before") : setWaiting(token)),
      (error) => (isLinkInvalid(error) ? forget() : setWaiting(token)),
    );
  }, [token]);

  return (
    <div className="auth-page">
      {token || isDone ? (
        <AuthCard
          title={emailVerificationMessages.title}
          lead={isAsked && "Enter the password that you chose when you registered. It signs you in too."}
        >
          {isAsked ? (
            <VerifyEmailForm token={token ?? ""} onDone={signInAfter} onLinkInvalid={forget} />
          ) : (
            <p className="muted" role="status">
              Reading the link...
            </p>
          )}
        </AuthCard>
      ) : (
        <LinkInvalid
          text={emailVerificationMessages.linkInvalid}
          to={paths.login}
          label={mailLinkMessages.backToLogin}
        />
      )}
    </div>
  );
}
