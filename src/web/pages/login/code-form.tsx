import { signInMessages } from "#shared/sign-in-messages.ts";
import { twoFactorSignInMessages } from "#shared/two-factor-sign-in-messages.ts";
import { answerChallenge } from "#web/lib/session.ts";
import { useApiForm } from "#web/lib/use-api-form.ts";
import { Form, FormField, FormFields, SubmitButton } from "#web/ui/form/form.tsx";
import { Input } from "#web/ui/input.tsx";
import { toastSignedIn, toastSignInFailure } from "./sign-in-outcome.ts";

const words = twoFactorSignInMessages;
const kinds = {
  totp: {
    label: words.code,
    hint: words.codeHint,
    look: { inputMode: "numeric", autoComplete: "one-time-code" },
    schema: () => import("#shared/account.ts").then(({ totpInputSchema }) => totpInputSchema),
  },
  "backup-code": {
    label: words.recoveryCode,
    hint: words.recoveryCodeHint,
    look: { autoComplete: "off", autoCapitalize: "characters", spellCheck: false },
    schema: () => import("#shared/account.ts").then(({ recoveryCodeInputSchema }) => recoveryCodeInputSchema),
  },
} as const;

interface CodeFormProps {
  kind: keyof typeof kinds;
  /** The password was given too long ago. */
  onExpired: () => void;
}

/** Takes the focus, since it stands in the place of the form before. */
export function CodeForm({ kind, onExpired }: CodeFormProps) {
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
