import { useForm } from "react-hook-form";
import { useSearchParams } from "react-router";
import { minimumPasswordLength, registrationMessages } from "#shared/registration-messages.ts";
import type { RegistrationInput } from "#shared/registrations.ts";
import { weakPasswordMessage } from "#shared/weak-password-message.ts";
import { ApiError, callApi } from "#web/lib/api.ts";
import { focusFirstError } from "#web/lib/focus-first-error.ts";
import { useLazyResolver } from "#web/lib/lazy-resolver.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { type ToastInput, toast } from "#web/ui/toast.ts";

const loadResolver = () =>
  import("./registration-resolver.ts").then(({ registrationResolver }) => registrationResolver);

/** The link in an invitation's mail fills in code and email. What was typed survives a refusal. */
export function RegistrationForm({ onComplete }: { onComplete: (email: string) => void }) {
  const [search] = useSearchParams();
  const { register, handleSubmit, setError, setFocus, formState } = useForm<RegistrationInput>({
    resolver: useLazyResolver(loadResolver),
    defaultValues: { code: search.get("code") ?? "", email: search.get("email") ?? "", password: "" },
  });
  const { errors, isSubmitting } = formState;

  const submit = async (input: RegistrationInput) => {
    try {
      await callApi("POST", "/registrations", input);
      toast(registrationMessages.success);
      onComplete(input.email);
    } catch (error) {
      toast({ ...messageOf(error), variant: "destructive" });
      const isWeak = error instanceof ApiError && error.problem.code === "weak_password";
      if (isWeak) setError("password", { message: weakPasswordMessage(error.problem) });
      setTimeout(() => setFocus(isWeak ? "password" : "code"));
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
        <Field label="Invitation code" error={errors.code?.message}>
          <Input className="code" autoComplete="off" autoCapitalize="characters" required {...register("code")} />
        </Field>
        <Field label="Email" hint={registrationMessages.emailHint} error={errors.email?.message}>
          <Input type="email" autoComplete="email" required {...register("email")} />
        </Field>
        <Field label="Password" hint={registrationMessages.passwordHint} error={errors.password?.message}>
          <Input
            type="password"
            autoComplete="new-password"
            required
            minLength={minimumPasswordLength}
            {...register("password")}
          />
        </Field>
      </fieldset>
      <Button type="submit" isFull busyLabel={isSubmitting && registrationMessages.busy}>
        {registrationMessages.submit}
      </Button>
    </form>
  );
}

/** A refusal speaks in the service's own words; without any, it is unexpected. */
function messageOf(error: unknown): ToastInput {
  if (!(error instanceof ApiError && error.isReadable)) return registrationMessages.unexpected;
  if (error.problem.code === "invitation_invalid") return registrationMessages.invalid;
  if (error.problem.code === "invitation_used") return registrationMessages.used;
  return { ...registrationMessages.failed, description: error.message };
}
