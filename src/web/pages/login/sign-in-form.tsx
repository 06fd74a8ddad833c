import { useState } from "react";
import { useForm } from "react-hook-form";
import type { SignInInput } from "#shared/session.ts";
import { signInMessages } from "#shared/sign-in-messages.ts";
import { ApiError } from "#web/lib/api.ts";
import { useLazyResolver } from "#web/lib/lazy-resolver.ts";
import { oauthMessages } from "#web/lib/oauth-return.ts";
import { signIn } from "#web/lib/session.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { toast } from "#web/ui/toast.ts";
import { GoogleButton } from "./google-button.tsx";
import { VerificationMail } from "./verification-mail.tsx";

const loadResolver = () => import("./sign-in-resolver.ts").then(({ signInResolver }) => signInResolver);

/** Once signed in, the page that holds this form leads on. */
export function SignInForm() {
  const [isLeaving, setLeaving] = useState(false);
  /** Whose right password was refused until the e-mail is verified. */
  const [unverified, setUnverified] = useState<string | null>(null);
  const { register, handleSubmit, setFocus, formState } = useForm<SignInInput>({
    resolver: useLazyResolver(loadResolver),
    defaultValues: { email: "", password: "" },
  });
  const { errors, isSubmitting } = formState;

  const submit = async ({ email, password }: SignInInput) => {
    try {
      const { status } = await signIn(email, password);
      toast(status === "signed-in" ? signInMessages.success : { ...oauthMessages.noSession, variant: "destructive" });
    } catch (error) {
      toast({ ...signInMessages.failed, description: reasonOf(error), variant: "destructive" });
      if (error instanceof ApiError && error.problem.code === "email_not_verified") setUnverified(email);
      setTimeout(() => setFocus("password"));
    }
  };
  return (
    <form className="grid gap-5" onSubmit={handleSubmit(submit)} noValidate>
      <fieldset className="contents" disabled={isSubmitting || isLeaving}>
        <GoogleButton isLeaving={isLeaving} onLeave={setLeaving} />
        <p className="or">or</p>
        <Field label="Email" error={errors.email?.message}>
          <Input type="email" autoComplete="email" required {...register("email")} />
        </Field>
        <Field label="Password" error={errors.password?.message}>
          <Input type="password" autoComplete="current-password" required {...register("password")} />
        </Field>
      </fieldset>
      <Button type="submit" isFull busyLabel={isSubmitting && signInMessages.busy}>
        Sign in
      </Button>
      {unverified && <VerificationMail email={unverified} />}
    </form>
  );
}

function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : signInMessages.unexpected.description;
  const isWrongPair = error instanceof ApiError && error.problem.code === "invalid_credentials";
  return isWrongPair || message === signInMessages.invalidCredentials
    ? signInMessages.invalidCredentialsShown
    : message;
}
