import { useForm } from "react-hook-form";
import { mailLinkMessages } from "#shared/mail-link-messages.ts";
import { paths } from "#shared/paths.ts";
import { recoveryMessages } from "#shared/recovery-messages.ts";
import { signInMessages } from "#shared/sign-in-messages.ts";
import { callApi } from "#web/lib/api.ts";
import { focusFirstError } from "#web/lib/focus-first-error.ts";
import { useLazyResolver } from "#web/lib/lazy-resolver.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { InlineLink } from "#web/ui/link.tsx";
import { toast } from "#web/ui/toast.ts";

interface LinkRequest {
  email: string;
}

const loadResolver = () => import("./recovery-resolvers.ts").then(({ linkRequestResolver }) => linkRequestResolver);

/** What follows is the same whether or not there is such an account. */
export function LinkRequestForm({ onSent }: { onSent: (email: string) => void }) {
  const { register, handleSubmit, setFocus, formState } = useForm<LinkRequest>({
    resolver: useLazyResolver<LinkRequest>(loadResolver),
    defaultValues: { email: "" },
  });
  const { errors, isSubmitting } = formState;

  const submit = async ({ email }: LinkRequest) => {
    try {
      await callApi("POST", "/auth/request-password-reset", { email });
      onSent(email);
    } catch (error) {
      const description = error instanceof Error ? error.message : signInMessages.unexpected.description;
      toast({ ...recoveryMessages.notSent, description, variant: "destructive" });
      setTimeout(() => setFocus("email"));
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
        <Field label="Email" error={errors.email?.message}>
          <Input type="email" autoComplete="email" required {...register("email")} />
        </Field>
      </fieldset>
      <Button type="submit" isFull busyLabel={isSubmitting && recoveryMessages.sending}>
        {recoveryMessages.send}
      </Button>
      <p className="note">
        <InlineLink to={paths.login}>{mailLinkMessages.backToLogin}</InlineLink>
      </p>
    </form>
  );
}
