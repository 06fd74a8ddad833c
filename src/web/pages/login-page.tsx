import { useContext, useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { targetAfterSignIn } from "#web/features/setup/target-after-sign-in.ts";
import { usePageMeta } from "#web/lib/page-meta.ts";
import { redirectTarget } from "#web/lib/redirect-target.ts";
import { FinishingOauth, useSession } from "#web/lib/session.ts";
import { useClub } from "#web/lib/use-club.ts";
import { SignIn } from "./login/sign-in.tsx";

export function LoginPage() {
  const club = useClub();
  usePageMeta("Member Zone", `Sign in to the members area of ${club.identity.name}.`);
  const { status, session } = useSession();
  const navigate = useNavigate();
  const wanted = redirectTarget(useLocation().state);
  const isFinishing = useContext(FinishingOauth);
  useEffect(() => {
    if (!session) return;
    let isLeft = false;
    void targetAfterSignIn(session, wanted).then((target) => isLeft || navigate(target, { replace: true }));
    return () => {
      isLeft = true;
    };
  }, [session, navigate, wanted]);
  // Somebody may sign out again before the next page has loaded; the form then holds nothing of what was typed.
  const [sessionsEnded, setSessionsEnded] = useState(0);
  useEffect(() => {
    if (status === "signed-in") return () => setSessionsEnded((count) => count + 1);
  }, [status]);

  return (
    <div className="auth-page">
      <SignIn key={sessionsEnded} isFinishing={isFinishing} wanted={wanted} />
    </div>
  );
}
