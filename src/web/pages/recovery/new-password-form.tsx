import { useForm } from "react-hook-form";
import { recoveryMessages } from "#shared/recovery-messages.ts";
import { minimumPasswordLength } from "#shared/registration-messages.ts";
import { signInMessages } from "#shared/sign-in-messages.ts";
import { weakPasswordMessage } from "#shared/weak-password-message.ts";
import { ApiError, callApi } from "#web/lib/api.ts";
import { focusFirstError } from "#web/lib/focus-first-error.ts";
import { useLazyResolver } from "#web/lib/lazy-resolver.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { toast } from "#web/ui/toast.ts";
import { isLinkInvalid } from "../mail-links/is-link-invalid.ts";

interface NewPassword {
  password: string;
}

interface NewPasswordFormProps {
  token: string;
  onDone: () => Promise<void>;
  onLinkInvalid: () => void;
}

const loadResolver = () => import("./recovery-resolvers.ts").then(({ newPasswordResolver }) => newPasswordResolver);

export function NewPasswordForm({ token, onDone, onLinkInvalid }: NewPasswordFormProps) {
  const { register, handleSubmit, setError, setFocus, formState } = useForm<NewPassword>({
    resolver: useLazyResolver<NewPassword>(loadResolver),
    defaultValues: { password: "" },
  });
  const { errors, isSubmitting } = formState;

  const submit = async ({ password }: NewPassword) => {
    try {
      await callApi("POST", "/auth/reset-password", { token, password });
      await onDone();
    } catch (error) {
      const problem = error instanceof ApiError ? error.problem : undefined;
      if (isLinkInvalid(error)) return onLinkInvalid();
      if (problem?.code === "weak_password") setError("password", { message: weakPasswordMessage(problem) });
      else {
        const description = error instanceof Error ? error.message : signInMessages.unexpected.description;
        toast({ ...recoveryMessages.notSaved, description, variant: "destructive" });
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
        <Field
          label={recoveryMessages.passwordLabel}
          hint={recoveryMessages.passwordHint}
          error={errors.password?.message}
        >
          <Input
            type="password"
            autoComplete="new-password"
            required
            minLength={minimumPasswordLength}
            {...register("password")}
          />
        </Field>
      </fieldset>
      <Button type="submit" isFull busyLabel={isSubmitting && recoveryMessages.saving}>
        {recoveryMessages.save}
      </Button>
    </form>
  );
}
