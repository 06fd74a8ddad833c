import { useForm } from "react-hook-form";
import { accountMessages } from "#shared/account-messages.ts";
import { useLazyResolver } from "#web/lib/lazy-resolver.ts";
import { loadSession } from "#web/lib/session.ts";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { toast } from "#web/ui/toast.ts";
import { AccountForm } from "../account-form.tsx";
import { useAccountChange } from "../use-account.ts";

interface AuthenticatorCode {
  code: string;
}

const loadResolver = () => import("../account-resolvers.ts").then(({ totpResolver }) => totpResolver);

/** The first code of a new authenticator app, with which two-factor sign-in is on. */
export function AuthenticatorCodeForm({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const confirm = useAccountChange<AuthenticatorCode>("POST", "/auth/two-factor/verify-totp");
  const form = useForm<AuthenticatorCode>({ resolver: useLazyResolver(loadResolver), defaultValues: { code: "" } });
  const submit = async (input: AuthenticatorCode) => {
    await confirm(input);
    toast(accountMessages.twoFactor.on);
    onDone();
    await loadSession("MFA_CHALLENGE_VERIFIED");
  };
  return (
    <AccountForm
      label="Enter the code"
      form={form}
      submitLabel="Turn on two-factor sign-in"
      busyLabel="Checking..."
      onSubmit={submit}
      fieldOfCode={{ invalid_code: "code" }}
      onCancel={onCancel}
    >
      <Field label="Six-digit code" hint="It changes every half a minute." error={form.formState.errors.code?.message}>
        <Input
          className="code max-w-[12rem]"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          {...form.register("code")}
        />
      </Field>
    </AccountForm>
  );
}
