import { useContext, useEffect } from "react";
import { Outlet, useNavigate } from "react-router";
import { paths } from "#shared/paths.ts";
import { loginRedirectState } from "#web/lib/redirect-target.ts";
import { FinishingOauth, useSession } from "#web/lib/session.ts";
import { Spinner } from "#web/ui/button.tsx";

/** Redirects to the sign-in page once signed out is certain. */
export function AuthGate() {
  const { status, session } = useSession();
  const userId = session?.user.id;
  const navigate = useNavigate();
  const isFinishing = useContext(FinishingOauth);
  const isRefused = status === "signed-out" && !isFinishing;
  useEffect(() => {
    if (isRefused) navigate(paths.login, { replace: true, state: loginRedirectState() });
  }, [isRefused, navigate]);

  useEffect(() => {
    if (userId) forgetDraftsOfOthers(userId);
  }, [userId]);

  if (status === "signed-in") return <Outlet />;
  return (
    <p className="flex min-h-dvh items-center justify-center gap-2.5 text-ink-2" role="status">
      <Spinner />
      {isRefused ? "Redirecting to login..." : "Loading your member area..."}
    </p>
  );
}

/** What somebody earns and where they live outlasts a session that ended by itself, for them alone. */
const privateDraft = /^(statement|investor-record)-draft:/;

function forgetDraftsOfOthers(id: string): void {
  for (const key of Object.keys(sessionStorage))
    if (privateDraft.test(key) && !key.includes(id)) sessionStorage.removeItem(key);
}
