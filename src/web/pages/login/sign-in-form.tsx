import { lazy, Suspense, useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { paths } from "#shared/paths.ts";
import type { SignInInput } from "#shared/session.ts";
import { signInMessages } from "#shared/sign-in-messages.ts";
import { focusFirstError } from "#web/lib/focus-first-error.ts";
import { useLazyResolver } from "#web/lib/lazy-resolver.ts";
import { signIn } from "#web/lib/session.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { InlineLink } from "#web/ui/link.tsx";
import { GoogleButton } from "./google-button.tsx";
import { toastSignedIn, toastSignInFailure } from "./sign-in-outcome.ts";

const VerificationMail = lazy(() =>
  import("./verification-mail.tsx").then((module) => ({ default: module.VerificationMail })),
);
const loadResolver = () => import("./sign-in-resolver.ts").then(({ signInResolver }) => signInResolver);

interface SignInFormProps {
  isFinishing: boolean;
  wanted: string;
  /** Before a second step that led back here. */
  typed: SignInInput | null;
  onCodeNeeded: (typed: SignInInput) => void;
}

/** Once signed in, the page that holds this form leads on. */
export function SignInForm({ isFinishing, wanted, typed, onCodeNeeded }: SignInFormProps) {
  const [isLeaving, setLeaving] = useState(false);
  /** Whose right password was refused until the e-mail is verified. */
  const [unverified, setUnverified] = useState<string | null>(null);
  const { register, handleSubmit, setFocus, formState } = useForm<SignInInput>({
    resolver: useLazyResolver(loadResolver),
    defaultValues: typed ?? { email: "", password: "" },
  });
  const { errors, isSubmitting } = formState;
  const isBusy = isSubmitting || isFinishing;
  const isBack = typed !== null;
  useEffect(() => {
    if (isBack) setFocus("password");
  }, [isBack, setFocus]);

  const submit = async (input: SignInInput) => {
    try {
      const outcome = await signIn(input.email, input.password);
      if (outcome === "second-factor-needed") onCodeNeeded(input);
      else toastSignedIn(outcome);
    } catch (error) {
      if (toastSignInFailure(error) === "email_not_verified") setUnverified(input.email);
      setTimeout(() => setFocus("password"));
    }
  };
  const forgot = (
    <InlineLink to={paths.forgotPassword} className="-my-0.5 py-0.5">
      {signInMessages.forgotPassword}
    </InlineLink>
  );
  return (
    <form
      className="grid gap-5"
      onSubmit={handleSubmit(submit, focusFirstError(setFocus))}
      noValidate
      aria-busy={isBusy || undefined}
    >
      <GoogleButton wanted={wanted} isDisabled={isBusy} isLeaving={isLeaving} onLeave={setLeaving} />
      <p className="or">or</p>
      <fieldset className="contents" disabled={isBusy || isLeaving}>
        <Field label="Email" error={errors.email?.message}>
          <Input type="email" autoComplete="email" required {...register("email")} />
        </Field>
        <Field label="Password" aside={forgot} error={errors.password?.message}>
          <Input type="password" autoComplete="current-password" required {...register("password")} />
        </Field>
      </fieldset>
      <Button type="submit" isFull disabled={isLeaving} busyLabel={isBusy && signInMessages.busy}>
        Sign in
      </Button>
      <Suspense>{unverified && <VerificationMail email={unverified} />}</Suspense>
    </form>
  );
}
