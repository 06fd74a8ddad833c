import { useEffect } from "react";
import { Outlet, useNavigate } from "react-router";
import { paths } from "#shared/paths.ts";
import { signInMessages } from "#shared/sign-in-messages.ts";
import { useSession } from "#web/lib/use-session.ts";
import { Sticks } from "#web/ui/sticks.tsx";

/** Lets the signed-in through; everyone else is taken to the sign-in page, once it is known that they are not. */
export function AuthGate() {
  const { status } = useSession();
  const navigate = useNavigate();
  useEffect(() => {
    if (status === "signed-out") navigate(paths.login, { replace: true });
  }, [status, navigate]);

  if (status === "signed-in") return <Outlet />;
  return (
    <p className="flex min-h-dvh items-center justify-center gap-2.5 text-ink-2" role="status">
      <Sticks />
      {status === "loading" ? signInMessages.loadingMembers : signInMessages.redirecting}
    </p>
  );
}
