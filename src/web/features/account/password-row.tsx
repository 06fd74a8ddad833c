import { useSearchParams } from "react-router";
import { type Account, passwordChangeInputSchema } from "#shared/account/account.ts";
import { accountMessages } from "#shared/account/account-messages.ts";
import { minimumPasswordLength, weakPasswordMessage } from "#shared/account/password-rules.ts";
import type { Session } from "#shared/account/session.ts";
import { AccountForm, CollapsibleForm, UsernameField, useAccountForm } from "#web/lib/account-form.tsx";
import { useAccountChange } from "#web/lib/use-account.ts";
import { useAction } from "#web/lib/use-action.ts";
import { AccountRow } from "#web/ui/account-section.tsx";
import { Button } from "#web/ui/button.tsx";
import { FormField } from "#web/ui/form/form.tsx";
import { Input } from "#web/ui/input.tsx";
import { toast } from "#web/ui/toast.ts";

interface PasswordRowProps {
  session: Session;
  account: Account;
}

export function PasswordRow({ session: { user }, account }: PasswordRowProps) {
  const [search] = useSearchParams();
  if (!account.has_password) return <PasswordMail email={user.email} />;
  return (
    <AccountRow
      heading="Password"
      state="Changing it signs you out everywhere else."
      act={
        <CollapsibleForm label="Change" what="password" isSmall isOpenAtFirst={search.get("change") === "password"}>
          {(close) => <PasswordForm email={user.email} onClose={close} />}
        </CollapsibleForm>
      }
    />
  );
}

interface PasswordFormProps {
  email: string;
  onClose: () => void;
}

function PasswordForm({ email, onClose }: PasswordFormProps) {
  const form = useAccountForm({
    schema: passwordChangeInputSchema,
    defaultValues: { current_password: "", new_password: "" },
    send: useAccountChange("PUT", "/account/password"),
    onSent: () => {
      toast({ title: "Password changed", description: "You are signed out everywhere else." });
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

/** Google-only accounts get a mail. */
function PasswordMail({ email }: { email: string }) {
  const { act, isPending } = useAction<unknown, { email: string }>("/auth/request-password-reset", {
    done: { title: "The email is on its way", description: "Its link leads to a page to choose a password." },
    failed: accountMessages.failed.title,
  });
  return (
    <AccountRow
      heading="Password"
      state={`Your account has no password, since you sign in with Google. To set one, follow the link that we send to ${email}. Choosing a password signs you out everywhere, removes your passkeys and disconnects Google, which you can then connect again.`}
      act={
        <Button variant="outline" isSmall busyLabel={isPending && "Sending..."} onClick={() => act({ email })}>
          Send me the link
        </Button>
      }
    />
  );
}
