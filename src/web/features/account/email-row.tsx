import { useEffect, useRef } from "react";
import { type Account, emailChangeInputSchema } from "#shared/account/account.ts";
import type { Session } from "#shared/account/session.ts";
import { AccountForm, CollapsibleForm, UsernameField, useAccountForm } from "#web/lib/account-form.tsx";
import { formatDateTime } from "#web/lib/format.ts";
import { loadSession } from "#web/lib/session.ts";
import { useAccountChange } from "#web/lib/use-account.ts";
import { AccountRow, needsPassword } from "#web/ui/account-section.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Card } from "#web/ui/card.tsx";
import { FormField } from "#web/ui/form/form.tsx";
import { useDraft } from "#web/ui/form/use-draft.ts";
import { Input } from "#web/ui/input.tsx";
import { toast } from "#web/ui/toast.ts";
import { DeleteButton } from "./delete-button.tsx";

interface EmailRowProps {
  session: Session;
  account: Account;
}

export function EmailRow({ session: { user }, account: { email_change, has_password } }: EmailRowProps) {
  useFinishedChange(email_change !== null);
  return (
    <AccountRow
      heading="Email"
      state={
        <>
          Your email address is <b>{user.email}</b>.{!email_change && !has_password && ` ${needsPassword("change it")}`}
        </>
      }
      act={
        !email_change &&
        has_password && (
          <CollapsibleForm label="Change" what="email" isSmall>
            {(close) => <EmailForm email={user.email} onCancel={close} />}
          </CollapsibleForm>
        )
      }
    >
      {email_change && <PendingEmailChange email={user.email} change={email_change} />}
    </AccountRow>
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

interface PendingEmailChangeProps {
  email: string;
  change: NonNullable<Account["email_change"]>;
}

function PendingEmailChange({ email, change }: PendingEmailChangeProps) {
  return (
    <Card className="grid max-w-[40rem] gap-4 p-5 sm:p-6">
      <p>
        It changes to <b className="font-semibold wrap-anywhere">{change.new_email}</b> once you have confirmed it with
        the links in both emails. You are then signed out everywhere else.
      </p>
      <ul className="grid border-t border-line">
        <End address={email} isConfirmed={change.is_old_confirmed} />
        <End address={change.new_email} isConfirmed={change.is_new_confirmed} />
      </ul>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="note num">The links work until {formatDateTime(change.expires_at)}.</p>
        <DeleteButton
          path="/account/email-changes"
          done={{ title: "The change of email was cancelled" }}
          busyLabel="Cancelling..."
          variant="danger"
        >
          Cancel the change
        </DeleteButton>
      </div>
    </Card>
  );
}

function End({ address, isConfirmed }: { address: string; isConfirmed: boolean }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5 border-b border-line py-3">
      <span className="min-w-0 wrap-anywhere">{address}</span>
      {isConfirmed ? <Badge tone="live">Confirmed</Badge> : <Badge tone="waiting">Not confirmed yet</Badge>}
    </li>
  );
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
