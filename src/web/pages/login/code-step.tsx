import { lazy, Suspense, useState } from "react";
import { signInMessages } from "#shared/account/sign-in-messages.ts";
import { twoFactorSignInMessages } from "#shared/account/two-factor-sign-in-messages.ts";
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

const words = twoFactorSignInMessages;

export function CodeStep({ onBack }: { onBack: () => void }) {
  const [kind, setKind] = useState<"totp" | "backup-code">("totp");
  const isTotp = kind === "totp";
  return (
    <AuthCard title={words.title}>
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
          {isTotp ? words.useRecoveryCode : words.useCode}
        </Button>
        <Button variant="ghost" isSmall className="-mx-[1.0625rem]" onClick={onBack}>
          {words.back}
        </Button>
      </div>
    </AuthCard>
  );
}

const kinds = {
  totp: {
    label: words.code,
    hint: words.codeHint,
    look: { inputMode: "numeric", autoComplete: "one-time-code" },
    schema: () => import("#shared/account/account.ts").then(({ totpInputSchema }) => totpInputSchema),
  },
  "backup-code": {
    label: words.recoveryCode,
    hint: words.recoveryCodeHint,
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
