import { useForm } from "react-hook-form";
import { accountMessages } from "#shared/account-messages.ts";
import { minimumPasswordLength } from "#shared/registration-messages.ts";
import { useLazyResolver } from "#web/lib/lazy-resolver.ts";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { toast } from "#web/ui/toast.ts";
import { AccountForm } from "./account-form.tsx";
import { useAccountChange } from "./use-account.ts";
import { UsernameField } from "./username-field.tsx";

interface PasswordChange {
  current_password: string;
  new_password: string;
}

const loadResolver = () =>
  import("./account-resolvers.ts").then(({ passwordChangeResolver }) => passwordChangeResolver);

interface PasswordFormProps {
  email: string;
  /** Called when it is done or was called off. */
  onClose: () => void;
}

export function PasswordForm({ email, onClose }: PasswordFormProps) {
  const change = useAccountChange<PasswordChange>("PUT", "/account/password");
  const form = useForm<PasswordChange>({
    resolver: useLazyResolver(loadResolver),
    defaultValues: { current_password: "", new_password: "" },
  });
  const { errors } = form.formState;
  const save = async (input: PasswordChange) => {
    await change(input);
    toast(accountMessages.passwordChanged);
    onClose();
  };
  return (
    <AccountForm
      label="Change password"
      form={form}
      submitLabel="Change password"
      busyLabel="Changing..."
      onSubmit={save}
      fieldOfCode={{ wrong_password: "current_password", weak_password: "new_password" }}
      firstField="current_password"
      onCancel={onClose}
    >
      <UsernameField email={email} />
      <Field label="Current password" error={errors.current_password?.message}>
        <Input type="password" autoComplete="current-password" required {...form.register("current_password")} />
      </Field>
      <Field
        label="New password"
        hint={`At least ${minimumPasswordLength} characters, and not one that many others use.`}
        error={errors.new_password?.message}
      >
        <Input
          type="password"
          autoComplete="new-password"
          required
          minLength={minimumPasswordLength}
          {...form.register("new_password")}
        />
      </Field>
    </AccountForm>
  );
}
