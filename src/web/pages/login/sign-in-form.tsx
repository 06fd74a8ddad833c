import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from "react";
import type { SignInInput } from "#shared/account/session.ts";
import { signInMessages } from "#shared/account/sign-in-messages.ts";
import { isPasskeyHost, pageUrl } from "#shared/paths.ts";
import { ApiError, callApi } from "#web/lib/api.ts";
import { signIn } from "#web/lib/session.ts";
import { useApiForm } from "#web/lib/use-api-form.ts";
import { useClub } from "#web/lib/use-club.ts";
import { Button } from "#web/ui/button.tsx";
import { Form, FormField, FormFields, SubmitButton } from "#web/ui/form/form.tsx";
import { Input } from "#web/ui/input.tsx";
import { toast } from "#web/ui/toast.ts";
import { reasonOf, toastSignedIn, toastSignInFailure } from "./sign-in-outcome.ts";
import { usePasskeySignIn } from "./use-passkey-sign-in.ts";

const VerificationMail = lazy(() =>
  import("./verification-mail.tsx").then((module) => ({ default: module.VerificationMail })),
);

interface SignInFormProps {
  isFinishing: boolean;
  wanted: string;
  /** From before the second step. */
  typed: SignInInput | null;
  onCodeNeeded: (typed: SignInInput) => void;
  /** Somebody is about to sign in. */
  onEnter: () => void;
}

export function SignInForm({ isFinishing, wanted, typed, onCodeNeeded, onEnter }: SignInFormProps) {
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
  const hasPasskeys = useSyncExternalStore(
    neverChanges,
    () => isPasskeyHost(window.location.hostname),
    () => true,
  );
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
      <div className="contents" style={hasPasskeys ? undefined : keepsItsPlace}>
        <Button
          variant="outline"
          isFull
          disabled={form.isBusy || isFinishing || isLeaving}
          onClick={passkey.signIn}
          busyLabel={passkey.isBusy && signInMessages.busy}
        >
          Continue with a passkey
        </Button>
      </div>
      <p className="or" style={is_google_available || hasPasskeys ? undefined : keepsItsPlace}>
        or
      </p>
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
      <Suspense>{unverified && <VerificationMail email={unverified} />}</Suspense>
    </Form>
  );
}

const neverChanges = () => () => {};

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

/** The page is rendered before its host is known, and what is below does not move. */
const keepsItsPlace = { visibility: "hidden" } as const;
