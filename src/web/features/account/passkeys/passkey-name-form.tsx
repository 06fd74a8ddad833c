import { passkeyMessages } from "#shared/account/passkey-messages.ts";
import { type Passkey, type PasskeyName, passkeyNameSchema } from "#shared/account/passkeys.ts";
import { AccountForm, useAccountForm } from "#web/lib/account-form.tsx";
import { useAccountChange } from "#web/lib/use-account.ts";
import { FormField } from "#web/ui/form/form.tsx";
import { Input } from "#web/ui/input.tsx";
import { toast } from "#web/ui/toast.ts";

interface PasskeyNameFormProps {
  id: string;
  name: string;
  onClose: () => void;
}

export function PasskeyNameForm({ id, name, onClose }: PasskeyNameFormProps) {
  const form = useAccountForm<PasskeyName, Passkey>({
    schema: passkeyNameSchema,
    defaultValues: { name },
    send: useAccountChange("PUT", `/account/passkeys/${id}`),
    onSent: () => {
      toast({ title: "Passkey renamed" });
      onClose();
    },
    firstFocus: "name",
  });
  return (
    <AccountForm
      label={`${passkeyMessages.rename} ${name}`}
      form={form}
      submitLabel="Save name"
      busyLabel="Saving..."
      onCancel={onClose}
    >
      <FormField form={form} name="name" label={passkeyMessages.name}>
        <Input autoComplete="off" required />
      </FormField>
    </AccountForm>
  );
}
