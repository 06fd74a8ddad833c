import { useEffect } from "react";
import { mailLinkMessages } from "#shared/account/mail-link-messages.ts";
import { paths } from "#shared/paths.ts";
import { callApi } from "#web/lib/api.ts";
import { useApiForm } from "#web/lib/use-api-form.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Form, FormField, FormFields, SubmitButton } from "#web/ui/form/form.tsx";
import { Input } from "#web/ui/input.tsx";
import { InlineLink, LinkButton } from "#web/ui/link.tsx";
import { focusPage } from "#web/ui/page-focus.ts";
import { toastFailure } from "#web/ui/toast.ts";

interface LinkRequestFormProps {
  path: "/auth/request-password-reset" | "/auth/request-sign-in-link";
  onSent: (email: string) => void;
}

/** Does not reveal whether the account exists. */
export function LinkRequestForm({ path, onSent }: LinkRequestFormProps) {
  const form = useApiForm({
    schema: () =>
      import("#shared/account/account.ts").then(({ passwordResetRequestSchema }) => passwordResetRequestSchema),
    defaultValues: { email: "" },
    send: (input) => callApi("POST", path, input),
    onSent: (_, { email }) => onSent(email),
    onRefused: (error) => toastFailure("The email was not sent", error),
    refusalFocus: "email",
  });
  return (
    <Form form={form}>
      <FormFields form={form}>
        <FormField form={form} name="email" label="Email">
          <Input type="email" autoComplete="email" required />
        </FormField>
      </FormFields>
      <SubmitButton form={form} isFull busyLabel="Sending...">
        Send the link
      </SubmitButton>
      <p className="note">
        <InlineLink to={paths.login}>{mailLinkMessages.backToLogin}</InlineLink>
      </p>
    </Form>
  );
}

interface LinkSentProps {
  text: string;
  email: string;
  onAnother: () => void;
}

/** Takes the focus from the form that it replaces. */
export function LinkSent({ text, email, onAnother }: LinkSentProps) {
  useEffect(() => focusPage(), []);
  return (
    <div className="w-full max-w-[26.5rem]">
      <EmptyState
        isCard
        heading="h1"
        picture="submitted"
        title="Check your email"
        text={
          <>
            {text}
            <b className="mt-1.5 block wrap-anywhere font-semibold">{email}</b>
          </>
        }
        action={
          <>
            <LinkButton to={paths.login}>{mailLinkMessages.backToLogin}</LinkButton>
            <Button variant="ghost" isSmall onClick={onAnother}>
              Try another address
            </Button>
          </>
        }
      />
    </div>
  );
}
