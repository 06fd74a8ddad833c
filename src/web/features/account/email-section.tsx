import { useEffect, useRef } from "react";
import { type Account, emailChangeInputSchema } from "#shared/account/account.ts";
import type { Session } from "#shared/account/session.ts";
import { AccountForm, CollapsibleForm, UsernameField, useAccountForm } from "#web/lib/account-form.tsx";
import { loadSession } from "#web/lib/session.ts";
import { useAccountChange } from "#web/lib/use-account.ts";
import { AccountSection, NeedsPassword } from "#web/ui/account-section.tsx";
import { FormField } from "#web/ui/form/form.tsx";
import { useDraft } from "#web/ui/form/use-draft.ts";
import { Input } from "#web/ui/input.tsx";
import { toast } from "#web/ui/toast.ts";
import { PendingEmailChange } from "./pending-email-change.tsx";

interface EmailSectionProps {
  session: Session;
  account: Account;
}

export function EmailSection({ session: { user }, account: { email_change, has_password } }: EmailSectionProps) {
  useFinishedChange(email_change !== null);
  return (
    <AccountSection heading="Email">
      <div className="grid gap-5">
        <p className="max-w-(--measure)">
          Your email address is <b className="font-semibold wrap-anywhere">{user.email}</b>.
        </p>
        {email_change && <PendingEmailChange email={user.email} change={email_change} />}
        {!email_change && has_password && (
          <CollapsibleForm label="Change email">
            {(close) => <EmailForm email={user.email} onCancel={close} />}
          </CollapsibleForm>
        )}
        {!email_change && !has_password && <NeedsPassword forWhat="change it" />}
      </div>
    </AccountSection>
  );
}

/** No longer pending: refetch the session for the new address. */
function useFinishedChange(isPending: boolean): void {
  const wasPending = useRef(isPending);
  useEffect(() => {
    if (wasPending.current && !isPending) void loadSession("USER_UPDATED");
    wasPending.current = isPending;
  }, [isPending]);
}

interface EmailFormProps {
  email: string;
  onCancel: () => void;
}

function EmailForm({ email, onCancel }: EmailFormProps) {
  const form = useAccountForm({
    schema: emailChangeInputSchema,
    defaultValues: { new_email: "", password: "" },
    send: useAccountChange("POST", "/account/email-changes"),
    onSent: () => {
      forgetDraft();
      toast({
        title: "Two emails are on their way",
        description: "The address changes once you have confirmed it with the link in each.",
      });
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
