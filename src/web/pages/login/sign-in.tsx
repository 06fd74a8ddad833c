import { lazy, Suspense, useEffect, useState } from "react";
import { useLocation, useSearchParams } from "react-router";
import type { SignInInput } from "#shared/account/session.ts";
import { signInMessages, twoFactorMinutes } from "#shared/account/sign-in-messages.ts";
import { paths } from "#shared/paths.ts";
import { verifiedEmailOf, wasRedirected } from "#web/lib/redirect-target.ts";
import { currentSession, useSession } from "#web/lib/session.ts";
import { InlineLink } from "#web/ui/link.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { AuthCard } from "../auth-card.tsx";
import { SignInForm } from "./sign-in-form.tsx";

const loadCodeStep = () => import("./code-step.tsx");
/** While the password is typed. */
const prefetchCodeStep = () => void loadCodeStep().catch(() => {});
const CodeStep = lazy(() => loadCodeStep().then((module) => ({ default: module.CodeStep })));

interface SignInProps {
  /** A sign-in with Google is being finished. */
  isFinishing: boolean;
  wanted: string;
}

/** What was typed is kept: the second step may expire and lead back. */
export function SignIn({ isFinishing, wanted }: SignInProps) {
  const [search] = useSearchParams();
  const email = verifiedEmailOf(useLocation().state);
  const [typed, setTyped] = useState<SignInInput | null>(email ? { email, password: "" } : null);
  /** Google, or a link of a mail, has come first. */
  const [isCodeNeeded, setCodeNeeded] = useState(search.get("two_factor") === "1");
  const { status } = useSession();
  // After the first rendering, which is the document's.
  useEffect(() => {
    if (isChallenged()) setCodeNeeded(true);
  }, []);
  useEffect(() => {
    if (status === "signed-in") keepChallenge(null);
  }, [status]);
  if (isCodeNeeded) {
    const goBack = () => {
      keepChallenge(null);
      setCodeNeeded(false);
    };
    return (
      <Suspense>
        <CodeStep onBack={goBack} />
      </Suspense>
    );
  }
  const goOn = (input: SignInInput) => {
    setTyped(input);
    keepChallenge(Date.now() + twoFactorMinutes * 60_000);
    setCodeNeeded(true);
  };
  return (
    <AuthCard title={email ? "Welcome" : "Welcome back"}>
      <LoginNotice search={search} />
      <SignInForm
        isFinishing={isFinishing}
        wanted={wanted}
        typed={typed}
        onCodeNeeded={goOn}
        onEnter={prefetchCodeStep}
      />
      <p className="note">
        <InlineLink to={paths.forgotPassword}>Forgot your password?</InlineLink>
      </p>
      <p className="note">
        <InlineLink to={paths.signInLink}>Email me a link to sign in</InlineLink>
      </p>
      <p className="note">Registration is by invitation only.</p>
    </AuthCard>
  );
}

const challengeKey = "two-factor-until";

/** Until then the tab asks for the code again when it is reloaded: the server knows in this browser who gave the password. */
function keepChallenge(until: number | null): void {
  try {
    if (until === null) sessionStorage.removeItem(challengeKey);
    else sessionStorage.setItem(challengeKey, String(until));
  } catch {
    // Without storage a reload begins with the password.
  }
}

function isChallenged(): boolean {
  try {
    return Number(sessionStorage.getItem(challengeKey) ?? 0) > Date.now();
  } catch {
    return false;
  }
}

const load = () => import("./mail-notice.tsx");
const MailNotice = lazy(() => load().then((module) => ({ default: module.MailNotice })));

/** Why the page is shown: a link in a mail, an ended session, or a page for members. */
function LoginNotice({ search }: { search: URLSearchParams }) {
  const state = useSession();
  const isSent = wasRedirected(useLocation().state);
  const isByMail = search.has("verified") || search.has("email_change");
  // biome-ignore lint/correctness/useExhaustiveDependencies: only on arrival: the page redirects the signed-in at once
  useEffect(() => {
    if (isByMail && currentSession().status === "signed-in")
      void load().then((notice) => notice.toastMailNotice(search));
  }, []);

  if (isByMail) {
    return (
      <Suspense>
        <MailNotice search={search} />
      </Suspense>
    );
  }
  const hasEnded = state.status === "signed-out" && state.hasEnded;
  if (hasEnded) return <Notice tone="warning">{signInMessages.sessionEnded}</Notice>;
  return isSent ? <Notice>Please sign in to see this page.</Notice> : null;
}
