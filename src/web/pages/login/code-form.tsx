import { useEffect } from "react";
import { useForm } from "react-hook-form";
import { signInMessages } from "#shared/sign-in-messages.ts";
import { twoFactorSignInMessages } from "#shared/two-factor-sign-in-messages.ts";
import { focusFirstError } from "#web/lib/focus-first-error.ts";
import { useLazyResolver } from "#web/lib/lazy-resolver.ts";
import { answerChallenge } from "#web/lib/session.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { reasonOf, toastSignedIn, toastSignInFailure } from "./sign-in-outcome.ts";

interface Code {
  code: string;
}

const words = twoFactorSignInMessages;
const loadResolvers = () => import("./code-resolvers.ts");
const kinds = {
  totp: {
    label: words.code,
    hint: words.codeHint,
    look: { inputMode: "numeric", autoComplete: "one-time-code" },
    loadResolver: () => loadResolvers().then(({ totpResolver }) => totpResolver),
  },
  "backup-code": {
    label: words.recoveryCode,
    hint: words.recoveryCodeHint,
    look: { autoComplete: "off", autoCapitalize: "characters", spellCheck: false },
    loadResolver: () => loadResolvers().then(({ recoveryCodeResolver }) => recoveryCodeResolver),
  },
} as const;

interface CodeFormProps {
  kind: keyof typeof kinds;
  /** The password was given too long ago. */
  onExpired: () => void;
}

/** Takes the focus, since it stands in the place of the form before. */
export function CodeForm({ kind, onExpired }: CodeFormProps) {
  const { label, hint, look, loadResolver } = kinds[kind];
  const { register, handleSubmit, setFocus, setError, formState } = useForm<Code>({
    resolver: useLazyResolver<Code>(loadResolver),
    defaultValues: { code: "" },
  });
  const { errors, isSubmitting } = formState;
  useEffect(() => setFocus("code"), [setFocus]);

  const submit = async ({ code }: Code) => {
    try {
      toastSignedIn(await answerChallenge(kind, code));
    } catch (error) {
      const reason = toastSignInFailure(error);
      if (reason === "two_factor_expired") return onExpired();
      if (reason === "invalid_code") setError("code", { message: reasonOf(error) });
      setTimeout(() => setFocus("code", { shouldSelect: true }));
    }
  };
  return (
    <form
      className="grid gap-5"
      onSubmit={handleSubmit(submit, focusFirstError(setFocus))}
      noValidate
      aria-busy={isSubmitting || undefined}
    >
      <fieldset className="contents" disabled={isSubmitting}>
        <Field label={label} hint={hint} error={errors.code?.message}>
          <Input className="code" required {...look} {...register("code")} />
        </Field>
      </fieldset>
      <Button type="submit" isFull busyLabel={isSubmitting && signInMessages.busy}>
        Sign in
      </Button>
    </form>
  );
}
