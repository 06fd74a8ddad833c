import { accountMessages } from "#shared/account-messages.ts";
import { minimumPasswordLength, weakPasswordMessage } from "#shared/registration-messages.ts";
import { FormField } from "#web/ui/form/form.tsx";
import { Input } from "#web/ui/input.tsx";
import { toast } from "#web/ui/toast.ts";
import { AccountForm, useAccountForm } from "./account-form.tsx";
import { useAccountChange } from "./use-account.ts";
import { UsernameField } from "./username-field.tsx";

interface PasswordFormProps {
  email: string;
  /** After success or cancel. */
  onClose: () => void;
}

export function PasswordForm({ email, onClose }: PasswordFormProps) {
  const form = useAccountForm({
    schema: () => import("#shared/account.ts").then(({ passwordChangeInputSchema }) => passwordChangeInputSchema),
    defaultValues: { current_password: "", new_password: "" },
    send: useAccountChange("PUT", "/account/password"),
    onSent: () => {
      toast(accountMessages.passwordChanged);
      onClose();
    },
    fieldOfCode: { wrong_password: "current_password", weak_password: "new_password" },
    messageOf: weakPasswordMessage,
    firstFocus: "current_password",
  });
  return (
    <AccountForm
      label="Change password"
      form={form}
      submitLabel="Change password"
      busyLabel="Changing..."
      onCancel={onClose}
    >
      <UsernameField email={email} />
      <FormField form={form} name="current_password" label="Current password">
        <Input type="password" autoComplete="current-password" required />
      </FormField>
      <FormField
        form={form}
        name="new_password"
        label="New password"
        hint={`At least ${minimumPasswordLength} characters, and not one that many others use.`}
      >
        <Input type="password" autoComplete="new-password" required minLength={minimumPasswordLength} />
      </FormField>
    </AccountForm>
  );
}
