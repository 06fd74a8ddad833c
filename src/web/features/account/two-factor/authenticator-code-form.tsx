import { accountMessages } from "#shared/account-messages.ts";
import { loadSession } from "#web/lib/session.ts";
import { FormField } from "#web/ui/form/form.tsx";
import { Input } from "#web/ui/input.tsx";
import { toast } from "#web/ui/toast.ts";
import { AccountForm, useAccountForm } from "../account-form.tsx";
import { useAccountChange } from "../use-account.ts";

export function AuthenticatorCodeForm({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const form = useAccountForm({
    schema: () => import("#shared/account.ts").then(({ totpInputSchema }) => totpInputSchema),
    defaultValues: { code: "" },
    send: useAccountChange("POST", "/auth/two-factor/verify-totp"),
    onSent: () => {
      toast(accountMessages.twoFactor.on);
      onDone();
      return loadSession("MFA_CHALLENGE_VERIFIED");
    },
    fieldOfCode: { invalid_code: "code" },
  });
  return (
    <AccountForm
      label="Enter the code"
      form={form}
      submitLabel="Turn on two-factor sign-in"
      busyLabel="Checking..."
      onCancel={onCancel}
    >
      <FormField form={form} name="code" label="Six-digit code" hint="It changes every half a minute.">
        <Input className="code max-w-[12rem]" inputMode="numeric" autoComplete="one-time-code" required />
      </FormField>
    </AccountForm>
  );
}
