import { lazy, Suspense, useState } from "react";
import { signInMessages } from "#shared/account/sign-in-messages.ts";
import { answerChallenge } from "#web/lib/session.ts";
import { useApiForm } from "#web/lib/use-api-form.ts";
import { Button } from "#web/ui/button.tsx";
import { Form, FormField, FormFields, SubmitButton } from "#web/ui/form/form.tsx";
import { Input } from "#web/ui/input.tsx";
import { AuthCard } from "../auth-card.tsx";
import { toastSignedIn, toastSignInFailure } from "./sign-in-outcome.ts";

const CodeStepPasskey = lazy(() =>
  import("./code-step-passkey.tsx").then((module) => ({ default: module.CodeStepPasskey })),
);

export function CodeStep({ onBack }: { onBack: () => void }) {
  const [kind, setKind] = useState<"totp" | "backup-code">("totp");
  const isTotp = kind === "totp";
  return (
    <AuthCard title="Two-factor sign-in">
      <CodeForm key={kind} kind={kind} onExpired={onBack} />
      <Suspense>
        <CodeStepPasskey />
      </Suspense>
      <div className="flex flex-wrap justify-between gap-x-4 gap-y-1">
        <Button
          variant="ghost"
          isSmall
          className="-mx-[1.0625rem]"
          onClick={() => setKind(isTotp ? "backup-code" : "totp")}
        >
          {isTotp ? "Use a recovery code instead" : "Use the authenticator app instead"}
        </Button>
        <Button variant="ghost" isSmall className="-mx-[1.0625rem]" onClick={onBack}>
          Back
        </Button>
      </div>
    </AuthCard>
  );
}

const kinds = {
  totp: {
    label: "Code",
    hint: "The six digits that your authenticator app shows.",
    look: { inputMode: "numeric", autoComplete: "one-time-code" },
    schema: () => import("#shared/account/account.ts").then(({ totpInputSchema }) => totpInputSchema),
  },
  "backup-code": {
    label: "Recovery code",
    hint: "One of the codes you kept when you set this up. Each works once.",
    look: { autoComplete: "off", autoCapitalize: "characters", spellCheck: false },
    schema: () => import("#shared/account/account.ts").then(({ recoveryCodeInputSchema }) => recoveryCodeInputSchema),
  },
} as const;

interface CodeFormProps {
  kind: keyof typeof kinds;
  onExpired: () => void;
}

/** Takes the focus from the form that it replaces. */
function CodeForm({ kind, onExpired }: CodeFormProps) {
  const { label, hint, look, schema } = kinds[kind];
  const form = useApiForm({
    schema,
    defaultValues: { code: "" },
    send: ({ code }) => answerChallenge(kind, code),
    onSent: toastSignedIn,
    onRefused: (error) => {
      if (toastSignInFailure(error) === "two_factor_expired") onExpired();
    },
    fieldOfCode: { invalid_code: "code" },
    firstFocus: "code",
    refusalFocus: "code",
  });
  return (
    <Form form={form}>
      <FormFields form={form}>
        <FormField form={form} name="code" label={label} hint={hint}>
          <Input className="code" required {...look} />
        </FormField>
      </FormFields>
      <SubmitButton form={form} isFull busyLabel={signInMessages.busy}>
        Sign in
      </SubmitButton>
    </Form>
  );
}
