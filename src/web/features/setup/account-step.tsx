import { useState } from "react";
import { minimumPasswordLength, weakPasswordMessage } from "#shared/account/password-rules.ts";
import { paths } from "#shared/paths.ts";
import type { SetupAccount } from "#shared/setup/setup.ts";
import { setupMessages as messages } from "#shared/setup/setup-messages.ts";
import { ApiError, callApi } from "#web/lib/api.ts";
import { checkSignIn } from "#web/lib/session.ts";
import { useApiForm } from "#web/lib/use-api-form.ts";
import { Form, FormField, FormFields, SubmitButton } from "#web/ui/form/form.tsx";
import { useDraft } from "#web/ui/form/use-draft.ts";
import { Input } from "#web/ui/input.tsx";
import { InlineLink } from "#web/ui/link.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { toastFailure } from "#web/ui/toast.ts";
import { SetupCard } from "./setup-card.tsx";

interface AccountStepProps {
  link: { code: string; email: string };
  /** Another first admin was quicker. */
  onClosed: (typed: Pick<SetupAccount, "full_name" | "password">) => void;
}

export function AccountStep({ link, onClosed }: AccountStepProps) {
  const [problem, setProblem] = useState<"used" | "invalid" | null>(null);
  const form = useApiForm<SetupAccount>({
    schema: () => import("#shared/setup/setup.ts").then(({ setupAccountSchema }) => setupAccountSchema),
    defaultValues: { ...link, full_name: "", password: "" },
    send: (input) => callApi("POST", "/setup/account", input),
    onSent: async () => {
      forgetDraft();
      await checkSignIn();
    },
    onRefused: (error, isAtField) => {
      const code = error instanceof ApiError ? error.problem.code : undefined;
      if (code === "setup_closed") {
        const { full_name, password } = form.getValues();
        onClosed({ full_name, password });
      } else if (code === "invitation_used" || code === "account_exists") setProblem("used");
      else if (code === "invitation_expired" || isLinkInvalid(error)) setProblem("invalid");
      else if (!isAtField) toastFailure("Your account was not created", error);
    },
    fieldOfCode: { weak_password: "password" },
    messageOf: weakPasswordMessage,
  });
  const { forgetDraft } = useDraft("setup-account", form);
  return (
    <SetupCard step={1} title={messages.title} lead="You are the first admin. Nobody else is in the club yet.">
      {problem && (
        <div role="alert">
          <Notice tone="warning">
            {problem === "used"
              ? "This link has been used. If it was you, sign in with the password that you chose: the setup goes on there."
              : "This link does not work any more. Whoever runs the server gets a new one with the command npm run first-admin."}
          </Notice>
        </div>
      )}
      <Form form={form}>
        <FormFields form={form}>
          <p>This link was made for {link.email} and works once.</p>
          {/* For password managers, which save a password with its account. */}
          <input type="email" autoComplete="username" value={link.email} readOnly hidden />
          <FormField form={form} name="full_name" label="Your name">
            <Input autoComplete="name" required />
          </FormField>
          <FormField form={form} name="password" label="Password" hint="At least 6 characters; a sentence is safer">
            <Input type="password" autoComplete="new-password" required minLength={minimumPasswordLength} />
          </FormField>
        </FormFields>
        <SubmitButton form={form} isFull busyLabel="Creating your account...">
          Create my account
        </SubmitButton>
        <p className="note">
          {messages.alreadyRegistered} <InlineLink to={paths.login}>{messages.signIn}</InlineLink>
        </p>
      </Form>
    </SetupCard>
  );
}

/** A code or address that was cut is refused for its form. */
const isLinkInvalid = (error: Error): boolean =>
  error instanceof ApiError &&
  (error.problem.code === "invitation_invalid" ||
    error.problem.errors?.some(({ path }) => path === "code" || path === "email") === true);
