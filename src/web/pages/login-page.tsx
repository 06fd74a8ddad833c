import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { club } from "#shared/club.ts";
import { usePageMeta } from "#web/lib/page-meta.ts";
import { useSession } from "#web/lib/use-session.ts";
import { wantedPage } from "#web/lib/wanted-page.ts";
import { SignIn } from "./login/sign-in.tsx";
import { useOauthFinish } from "./login/use-oauth-finish.ts";

export function LoginPage() {
  usePageMeta("Member Zone", `Sign in to the members area of ${club.product}.`);
  const { status } = useSession();
  const navigate = useNavigate();
  const wanted = wantedPage(useLocation().state);
  const isFinishing = useOauthFinish();
  useEffect(() => {
    if (status === "signed-in") navigate(wanted, { replace: true });
  }, [status, navigate, wanted]);

  return (
    <div className="auth-page">
      <SignIn isFinishing={isFinishing} wanted={wanted} />
    </div>
  );
}
