import { useEffect } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { club } from "#shared/club.ts";
import { paths } from "#shared/paths.ts";
import { signInMessages } from "#shared/sign-in-messages.ts";
import { usePageMeta } from "#web/lib/page-meta.ts";
import { useSession } from "#web/lib/use-session.ts";
import { Mark } from "#web/pictures/mark.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { SignInForm } from "./login/sign-in-form.tsx";
import { useOauthReturn } from "./login/use-oauth-return.ts";

export function LoginPage() {
  usePageMeta("Member Zone", `Sign in to the members area of ${club.product}.`);
  const { status } = useSession();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  useOauthReturn();
  useEffect(() => {
    if (status === "signed-in") navigate(paths.members, { replace: true });
  }, [status, navigate]);

  return (
    <div className="auth-page">
      {search.get("verified") === "1" && (
        <Notice tone="success" title={signInMessages.verified.title} className="w-full max-w-[26.5rem]">
          {signInMessages.verified.description}
        </Notice>
      )}
      <div className="card auth-card">
        <div>
          <Mark size={30} />
          <h1 className="d2 mt-4">Welcome back</h1>
        </div>
        <SignInForm />
        <p className="note">Registration is by invitation only.</p>
      </div>
    </div>
  );
}
