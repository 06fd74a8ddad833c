import { lazy, Suspense, useContext, useEffect, useState } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import type { SignInInput } from "#shared/account/session.ts";
import { signInMessages, twoFactorMinutes } from "#shared/account/sign-in-messages.ts";
import { pageUrl, paths } from "#shared/paths.ts";
import { targetAfterSignIn } from "#web/features/setup/target-after-sign-in.ts";
import { ApiError, callApi } from "#web/lib/api.ts";
import { usePageMeta } from "#web/lib/page-meta.ts";
import { redirectTarget, verifiedEmailOf, wasRedirected } from "#web/lib/redirect-target.ts";
import { currentSession, FinishingOauth, signIn, useSession } from "#web/lib/session.ts";
import { useApiForm } from "#web/lib/use-api-form.ts";
import { useClub } from "#web/lib/use-club.ts";
import { Button } from "#web/ui/button.tsx";
import { Form, FormField, FormFields, SubmitButton } from "#web/ui/form/form.tsx";
import { Input } from "#web/ui/input.tsx";
import { InlineLink } from "#web/ui/link.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { toast } from "#web/ui/toast.ts";
import { AuthCard } from "./auth-card.tsx";
import { reasonOf, toastSignedIn, toastSignInFailure } from "./login/sign-in-outcome.ts";
import { usePasskeySignIn } from "./login/use-passkey-sign-in.ts";

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

const loadCodeStep = () => import("./login/code-step.tsx");
/** Runs while the password is typed. */
const prefetchCodeStep = () => void loadCodeStep().catch(() => {});
const CodeStep = lazy(() => loadCodeStep().then((module) => ({ default: module.CodeStep })));

interface SignInProps {
  /** A sign-in with Google is being finished. */
  isFinishing: boolean;
  wanted: string;
}

/** The input is kept: the second step may expire and lead back. */
function SignIn({ isFinishing, wanted }: SignInProps) {
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

/** The tab asks for the code again on a reload until then: the server knows in this browser who gave the password. */
function keepChallenge(until: number | null): void {
  try {
    if (until === null) sessionStorage.removeItem(challengeKey);
    else sessionStorage.setItem(challengeKey, String(until));
  } catch {
    // A reload begins with the password if there is no storage.
  }
}

function isChallenged(): boolean {
  try {
    return Number(sessionStorage.getItem(challengeKey) ?? 0) > Date.now();
  } catch {
    return false;
  }
}

const load = () => import("./login/mail-notice.tsx");
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

const VerificationMail = lazy(() =>
  import("./login/verification-mail.tsx").then((module) => ({ default: module.VerificationMail })),
);

interface SignInFormProps {
  isFinishing: boolean;
  wanted: string;
  /** The input was typed before the second step. */
  typed: SignInInput | null;
  onCodeNeeded: (typed: SignInInput) => void;
  /** Somebody is about to sign in. */
  onEnter: () => void;
}

function SignInForm({ isFinishing, wanted, typed, onCodeNeeded, onEnter }: SignInFormProps) {
  const [isLeaving, setLeaving] = useState(false);
  /** Its e-mail is not verified yet. */
  const [unverified, setUnverified] = useState<string | null>(null);
  const form = useApiForm<SignInInput, Awaited<ReturnType<typeof signIn>>>({
    schema: () => {
      onEnter();
      return import("#shared/account/session.ts").then(({ signInInputSchema }) => signInInputSchema);
    },
    // Without defaults, fields keep what was typed before hydration.
    defaultValues: typed ?? {},
    send: ({ email, password }) => signIn(email, password),
    onSent: (outcome, input) => (outcome === "second-factor-needed" ? onCodeNeeded(input) : toastSignedIn(outcome)),
    onRefused: (error) => {
      if (toastSignInFailure(error) === "email_not_verified") setUnverified(form.getValues("email").trim());
    },
    firstFocus: typed ? "password" : undefined,
    fieldOfCode: { invalid_credentials: "password" },
    messageOf: ({ detail }) => reasonOf(detail),
    refusalFocus: "password",
  });
  const { is_google_available } = useClub();
  const passkey = usePasskeySignIn();
  const isElsewhere = isLeaving || passkey.isBusy;
  return (
    <Form form={form}>
      {is_google_available && (
        <GoogleButton
          wanted={wanted}
          isDisabled={form.isBusy || isFinishing || passkey.isBusy}
          isLeaving={isLeaving}
          onLeave={setLeaving}
        />
      )}
      {is_google_available && <p className="or">or</p>}
      <FormFields form={form} isDisabled={isFinishing || isElsewhere}>
        <FormField form={form} name="email" label="Email">
          <Input type="email" autoComplete="email" required />
        </FormField>
        <FormField form={form} name="password" label="Password">
          <Input type="password" autoComplete="current-password" required />
        </FormField>
      </FormFields>
      <SubmitButton form={form} isFull disabled={isElsewhere} isBusy={isFinishing} busyLabel={signInMessages.busy}>
        Sign in
      </SubmitButton>
      <Button
        variant="outline"
        isFull
        className="passkey-sign-in"
        disabled={form.isBusy || isFinishing || isLeaving}
        onClick={passkey.signIn}
        busyLabel={passkey.isBusy && signInMessages.busy}
      >
        Continue with a passkey
      </Button>
      <Suspense>{unverified && <VerificationMail email={unverified} />}</Suspense>
    </Form>
  );
}

interface GoogleButtonProps {
  wanted: string;
  isDisabled: boolean;
  isLeaving: boolean;
  onLeave: (isLeaving: boolean) => void;
}

function GoogleButton({ wanted, isDisabled, isLeaving, onLeave }: GoogleButtonProps) {
  useEffect(() => whenShownAgain(() => onLeave(false)), [onLeave]);
  const leave = async () => {
    onLeave(true);
    try {
      const wish = { provider: "google", callbackURL: pageUrl("", wanted) };
      const { url } = await callApi<{ url: string }>("POST", "/auth/sign-in/social", wish);
      window.location.assign(url);
    } catch (error) {
      toast({ ...messageOf(error), variant: "destructive" });
      onLeave(false);
    }
  };
  return (
    <Button variant="outline" isFull disabled={isDisabled} onClick={leave} busyLabel={isLeaving && signInMessages.busy}>
      <GoogleMark />
      Continue with Google
    </Button>
  );
}

const messageOf = (error: unknown): { title: string; description: string } =>
  error instanceof ApiError
    ? {
        title: "Google Sign In Error",
        description: (error.isReadable && error.message) || signInMessages.google.fallback,
      }
    : signInMessages.unexpected;

/** The back/forward cache keeps the button busy. */
function whenShownAgain(work: () => void): () => void {
  const look = ({ persisted }: PageTransitionEvent) => persisted && work();
  window.addEventListener("pageshow", look);
  return () => window.removeEventListener("pageshow", look);
}

function GoogleMark() {
  return (
    <svg
      className="lucide"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d="M20 12h-8M20 12a8 8 0 1 1-2.6-5.9" />
    </svg>
  );
}
