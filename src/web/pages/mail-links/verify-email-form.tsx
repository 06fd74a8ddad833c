import { useForm } from "react-hook-form";
import { emailVerificationMessages } from "#shared/email-verification-messages.ts";
import { paths } from "#shared/paths.ts";
import { signInMessages } from "#shared/sign-in-messages.ts";
import { ApiError, callApi } from "#web/lib/api.ts";
import { focusFirstError } from "#web/lib/focus-first-error.ts";
import { useLazyResolver } from "#web/lib/lazy-resolver.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { InlineLink } from "#web/ui/link.tsx";
import { toast } from "#web/ui/toast.ts";
import { isLinkInvalid } from "./is-link-invalid.ts";

interface VerifyEmailFormProps {
  token: string;
  onDone: (email: string) => void;
  onLinkInvalid: () => void;
}

const loadResolver = () => import("./verify-email-resolver.ts").then(({ verifyEmailResolver }) => verifyEmailResolver);

export function VerifyEmailForm({ token, onDone, onLinkInvalid }: VerifyEmailFormProps) {
  const { register, handleSubmit, setError, setFocus, formState } = useForm<{ password: string }>({
    resolver: useLazyResolver<{ password: string }>(loadResolver),
    defaultValues: { password: "" },
  });
  const { errors, isSubmitting } = formState;

  const submit = async ({ password }: { password: string }) => {
    try {
      const { email } = await callApi<{ email: string }>("POST", "/auth/verify-email", { token, password });
      onDone(email);
    } catch (error) {
      if (isLinkInvalid(error)) return onLinkInvalid();
      if (error instanceof ApiError && error.problem.code === "wrong_password") {
        setError("password", { message: error.message });
      } else {
        const description = error instanceof Error ? error.message : signInMessages.unexpected.description;
        toast({ ...emailVerificationMessages.notVerified, description, variant: "destructive" });
      }
      setTimeout(() => setFocus("password"));
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
        <Field label={emailVerificationMessages.passwordLabel} error={errors.password?.message}>
          <Input type="password" autoComplete="current-password" required {...register("password")} />
        </Field>
      </fieldset>
      <Button type="submit" isFull busyLabel={isSubmitting && emailVerificationMessages.busy}>
        {emailVerificationMessages.submit}
      </Button>
      <p className="note">
        {emailVerificationMessages.passwordUnknown}{" "}
        <InlineLink to={paths.forgotPassword}>{emailVerificationMessages.choosePassword}</InlineLink>
      </p>
    </form>
  );
}
