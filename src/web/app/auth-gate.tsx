import { useContext, useEffect } from "react";
import { Outlet, useNavigate } from "react-router";
import { paths } from "#shared/paths.ts";
import { loginRedirectState } from "#web/lib/redirect-target.ts";
import { FinishingOauth, useSession } from "#web/lib/session.ts";
import { Spinner } from "#web/ui/button.tsx";

/** Redirects to the sign-in page once signed out is certain. */
export function AuthGate() {
  const { status } = useSession();
  const navigate = useNavigate();
  const isFinishing = useContext(FinishingOauth);
  const isRefused = status === "signed-out" && !isFinishing;
  useEffect(() => {
    if (isRefused) navigate(paths.login, { replace: true, state: loginRedirectState() });
  }, [isRefused, navigate]);

  if (status === "signed-in") return <Outlet />;
  return (
    <p className="flex min-h-dvh items-center justify-center gap-2.5 text-ink-2" role="status">
      <Spinner />
      {isRefused ? "Redirecting to login..." : "Loading your member area..."}
    </p>
  );
}
