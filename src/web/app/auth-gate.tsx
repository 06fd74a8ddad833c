import { useEffect } from "react";
import { Outlet, useNavigate } from "react-router";
import { paths } from "#shared/paths.ts";
import { signInMessages } from "#shared/sign-in-messages.ts";
import type { OauthReturn } from "#web/lib/oauth-return.ts";
import { currentSession } from "#web/lib/session.ts";
import { finishWithTokens, useOauthReturn } from "#web/lib/use-oauth-return.ts";
import { useSession } from "#web/lib/use-session.ts";
import { stateForLogin } from "#web/lib/wanted-page.ts";
import { Sticks } from "#web/ui/sticks.tsx";
import { toast } from "#web/ui/toast.ts";

/** Lets the signed-in through; everyone else is taken to the sign-in page, once it is known that they are not. */
export function AuthGate() {
  const { status } = useSession();
  const navigate = useNavigate();

  // A code needs no more than to be gone: the server has set the cookie by then.
  useOauthReturn(async ({ error, tokens }: OauthReturn) => {
    if (error) {
      toast({ title: signInMessages.oauth.title, description: error, variant: "destructive" });
      navigate(paths.login, { replace: true });
    } else if (tokens) {
      const message = await finishWithTokens(tokens);
      if (message) toast({ ...message, variant: "destructive" });
    }
  });

  useEffect(() => {
    // Not `status`: tokens that were just found in the address may be about to make it another one.
    if (status === "signed-out" && currentSession().status === "signed-out") {
      navigate(paths.login, { replace: true, state: stateForLogin() });
    }
  }, [status, navigate]);

  if (status === "signed-in") return <Outlet />;
  return (
    <p className="flex min-h-dvh items-center justify-center gap-2.5 text-ink-2" role="status">
      <Sticks />
      {status === "loading" ? signInMessages.loadingMembers : signInMessages.redirecting}
    </p>
  );
}
