import { useForm } from "react-hook-form";
import { accountMessages } from "#shared/account-messages.ts";
import { useLazyResolver } from "#web/lib/lazy-resolver.ts";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { toast } from "#web/ui/toast.ts";
import { AccountForm } from "./account-form.tsx";
import { useAccountChange } from "./use-account.ts";
import { UsernameField } from "./username-field.tsx";

interface EmailChange {
  new_email: string;
  password: string;
}

const loadResolver = () => import("./account-resolvers.ts").then(({ emailChangeResolver }) => emailChangeResolver);

interface EmailFormProps {
  email: string;
  onCancel: () => void;
}

export function EmailForm({ email, onCancel }: EmailFormProps) {
  const request = useAccountChange<EmailChange>("POST", "/account/email-changes");
  const form = useForm<EmailChange>({
    resolver: useLazyResolver(loadResolver),
    defaultValues: { new_email: "", password: "" },
  });
  const { errors } = form.formState;
  const submit = async (input: EmailChange) => {
    await request(input);
    toast(accountMessages.emailChangeSent);
  };
  return (
    <AccountForm
      label="Change email"
      form={form}
      submitLabel="Change email"
      busyLabel="Sending..."
      onSubmit={submit}
      fieldOfCode={{ wrong_password: "password", email_taken: "new_email" }}
      firstField="new_email"
      onCancel={onCancel}
    >
      <UsernameField email={email} />
      <Field
        label="New email"
        hint="We write to both addresses. The change happens once you have confirmed it from each."
        error={errors.new_email?.message}
      >
        <Input type="email" autoComplete="off" required {...form.register("new_email")} />
      </Field>
      <Field label="Password" error={errors.password?.message}>
        <Input type="password" autoComplete="current-password" required {...form.register("password")} />
      </Field>
    </AccountForm>
  );
}
