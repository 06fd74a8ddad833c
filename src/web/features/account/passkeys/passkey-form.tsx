import { useState } from "react";
import { passkeyMessages } from "#shared/account/passkey-messages.ts";
import { type Passkey, type PasskeyCreation, passkeyFormSchema } from "#shared/account/passkeys.ts";
import { AccountForm, UsernameField, useAccountForm } from "#web/lib/account-form.tsx";
import { callApi } from "#web/lib/api.ts";
import { createPasskey } from "#web/lib/passkeys.ts";
import { useAccountChange } from "#web/lib/use-account.ts";
import { FormField } from "#web/ui/form/form.tsx";
import { Input } from "#web/ui/input.tsx";
import { toast } from "#web/ui/toast.ts";

interface PasskeyFormProps {
  email: string;
  hasPassword: boolean;
  onClose: () => void;
}

interface PasskeyInput {
  name: string;
  password: string;
}

/** Asks for the password only where the server wants one. */
export function PasskeyForm({ email, hasPassword, onClose }: PasskeyFormProps) {
  const [isAsked, setAsked] = useState(false);
  const add = useAccountChange<object, Passkey>("POST", "/account/passkeys");
  const form = useAccountForm<PasskeyInput, Passkey>({
    schema: passkeyFormSchema,
    defaultValues: { name: "", password: "" },
    send: async ({ name, password }) => {
      const given = password ? { password } : {};
      const creation = await callApi<PasskeyCreation>("POST", "/account/passkeys/options", given);
      return add({ name, credential: await createPasskey(creation) });
    },
    onSent: () => {
      toast({ title: "Passkey added", description: "It signs you in from now on." });
      onClose();
    },
    fieldOfCode: { wrong_password: "password" },
    firstFocus: "name",
    reveal: (field) => field === "password" && setAsked(true),
  });
  return (
    <AccountForm
      label={passkeyMessages.add}
      form={form}
      submitLabel={passkeyMessages.add}
      busyLabel="Adding..."
      onCancel={onClose}
    >
      <UsernameField email={email} />
      <FormField
        form={form}
        name="name"
        label={passkeyMessages.name}
        hint="So that you know it again, such as Phone or Work laptop."
      >
        <Input autoComplete="off" required />
      </FormField>
      {hasPassword && isAsked && (
        <FormField form={form} name="password" label="Password" hint="You signed in a while ago.">
          <Input type="password" autoComplete="current-password" />
        </FormField>
      )}
    </AccountForm>
  );
}
