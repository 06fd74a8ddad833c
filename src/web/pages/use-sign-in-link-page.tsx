import { type FormEvent, useState } from "react";
import { useNavigate } from "react-router";
import { signInLinkMessages } from "#shared/account/sign-in-link-messages.ts";
import { signInMessages } from "#shared/account/sign-in-messages.ts";
import { paths } from "#shared/paths.ts";
import { callApi } from "#web/lib/api.ts";
import { usePageMeta } from "#web/lib/page-meta.ts";
import { checkSignIn } from "#web/lib/session.ts";
import { Button } from "#web/ui/button.tsx";
import { AuthCard } from "./auth-card.tsx";
import { toastSignedIn, toastSignInFailure } from "./login/sign-in-outcome.ts";
import { LinkInvalid } from "./mail-links/link-invalid.tsx";
import { isLinkInvalid, useLinkToken } from "./mail-links/link-token.ts";

export function UseSignInLinkPage() {
  usePageMeta(signInLinkMessages.title, "Sign in with the link of an email.");
  const { token, forget } = useLinkToken(paths.useSignInLink);
  const navigate = useNavigate();
  const [isDone, setDone] = useState(false);

  const finish = (path: string) => {
    setDone(true);
    forget();
    navigate(path, { replace: true });
  };
  return (
    <div className="auth-page">
      {token || isDone ? (
        <AuthCard title={signInLinkMessages.title} lead="One press, and you are signed in on this device.">
          <SignInByLink token={token ?? ""} onDone={finish} onLinkInvalid={forget} />
        </AuthCard>
      ) : (
        <LinkInvalid text={signInLinkMessages.linkInvalid} to={paths.signInLink} label="Ask for a new link" />
      )}
    </div>
  );
}

interface SignInByLinkProps {
  token: string;
  /** @param path of the next page. */
  onDone: (path: string) => void;
  onLinkInvalid: () => void;
}

function SignInByLink({ token, onDone, onLinkInvalid }: SignInByLinkProps) {
  const [isBusy, setBusy] = useState(false);
  const signIn = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      const answer = await callApi<object>("POST", "/auth/sign-in/link", { token });
      if ("twoFactorRedirect" in answer) return onDone(paths.secondFactor);
      toastSignedIn(await checkSignIn());
      onDone(paths.members);
    } catch (error) {
      setBusy(false);
      if (isLinkInvalid(error)) return onLinkInvalid();
      toastSignInFailure(error);
    }
  };
  return (
    <form className="grid gap-5" onSubmit={signIn} aria-busy={isBusy || undefined}>
      <Button type="submit" isFull busyLabel={isBusy && signInMessages.busy}>
        Sign in
      </Button>
    </form>
  );
}
