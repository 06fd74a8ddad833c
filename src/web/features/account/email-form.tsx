import { accountMessages } from "#shared/account-messages.ts";
import { FormField } from "#web/ui/form/form.tsx";
import { useDraft } from "#web/ui/form/use-draft.ts";
import { Input } from "#web/ui/input.tsx";
import { toast } from "#web/ui/toast.ts";
import { AccountForm, useAccountForm } from "./account-form.tsx";
import { useAccountChange } from "./use-account.ts";
import { UsernameField } from "./username-field.tsx";

interface EmailFormProps {
  email: string;
  onCancel: () => void;
}

export function EmailForm({ email, onCancel }: EmailFormProps) {
  const form = useAccountForm({
    schema: () => import("#shared/account.ts").then(({ emailChangeInputSchema }) => emailChangeInputSchema),
    defaultValues: { new_email: "", password: "" },
    send: useAccountChange("POST", "/account/email-changes"),
    onSent: () => {
      forgetDraft();
      toast(accountMessages.emailChangeSent);
    },
    fieldOfCode: { wrong_password: "password", email_taken: "new_email" },
    firstFocus: "new_email",
  });
  const { forgetDraft } = useDraft(`email-change-draft:${email}`, form);
  return (
    <AccountForm label="Change email" form={form} submitLabel="Change email" busyLabel="Sending..." onCancel={onCancel}>
      <UsernameField email={email} />
      <FormField
        form={form}
        name="new_email"
        label="New email"
        hint="We write to both addresses. The change happens once you have confirmed it from each."
      >
        <Input type="email" autoComplete="off" required />
      </FormField>
      <FormField form={form} name="password" label="Password">
        <Input type="password" autoComplete="current-password" required />
      </FormField>
    </AccountForm>
  );
}
